/** Matrices in a row of the texture of baked poses; each takes three texels. */
export const MATRICES_A_ROW = 512;

/** Steps from the farthest lean to the left to the farthest to the right, and radians of one. */
export const LEAN_STEPS = 4096;
export const LEAN_STEP = 1 / 8192;

/**
 * What the vertex shader of a crowd adds. It reads what {@link CrowdInstances} writes: an instance's matrix is none, but
 * where the body was before the last step (world0.xyz) and is after it (world1.xyz), its size, the row of its look, how it
 * is turned before and after (world2: z and w of its quaternion in the world's axes, twice), and where among the baked rows
 * it is after the step (world3: row, rows a step, first row, rows until it comes round or, negative, stops).
 */
export const vertexDefinitions = `
uniform highp sampler2D gaitPoses;
attribute vec4 gaitFade;
attribute vec4 gaitOlderFade;
#ifdef GAIT_SKINNED
attribute vec4 matricesIndices;
attribute vec4 matricesWeights;
#ifdef GAIT_MORE_BONES
attribute vec4 matricesIndicesExtra;
attribute vec4 matricesWeightsExtra;
#endif
#endif
#ifdef GAIT_TINT
uniform highp sampler2D gaitColours;
varying vec3 gaitTint;
#endif
mat3x4 gaitBone(float at, float bone) {
  float row = floor(at);
  float share = at - row;
  int first = int(row) * int(gaitBake.x) + int(gaitBake.y + bone + 0.5);
  int second = first + int(gaitBake.x);
  ivec2 a = ivec2((first % ${MATRICES_A_ROW}) * 3, first / ${MATRICES_A_ROW});
  ivec2 b = ivec2((second % ${MATRICES_A_ROW}) * 3, second / ${MATRICES_A_ROW});
  mat3x4 from = mat3x4(texelFetch(gaitPoses, a, 0), texelFetch(gaitPoses, a + ivec2(1, 0), 0), texelFetch(gaitPoses, a + ivec2(2, 0), 0));
  mat3x4 to = mat3x4(texelFetch(gaitPoses, b, 0), texelFetch(gaitPoses, b + ivec2(1, 0), 0), texelFetch(gaitPoses, b + ivec2(2, 0), 0));
  return from * (1.0 - share) + to * share;
}
mat3x4 gaitSkin(float at) {
#ifdef GAIT_SKINNED
  mat3x4 skin = gaitBone(at, matricesIndices.x) * matricesWeights.x;
  if (matricesWeights.y > 0.0) skin += gaitBone(at, matricesIndices.y) * matricesWeights.y;
  if (matricesWeights.z > 0.0) skin += gaitBone(at, matricesIndices.z) * matricesWeights.z;
  if (matricesWeights.w > 0.0) skin += gaitBone(at, matricesIndices.w) * matricesWeights.w;
#ifdef GAIT_MORE_BONES
  if (matricesWeightsExtra.x > 0.0) skin += gaitBone(at, matricesIndicesExtra.x) * matricesWeightsExtra.x;
  if (matricesWeightsExtra.y > 0.0) skin += gaitBone(at, matricesIndicesExtra.y) * matricesWeightsExtra.y;
  if (matricesWeightsExtra.z > 0.0) skin += gaitBone(at, matricesIndicesExtra.z) * matricesWeightsExtra.z;
  if (matricesWeightsExtra.w > 0.0) skin += gaitBone(at, matricesIndicesExtra.w) * matricesWeightsExtra.w;
#endif
  return skin;
#else
  return gaitBone(at, 0.0);
#endif
}
vec4 gaitPlane(int row, float side) {
  return vec4(viewProjection[0][3], viewProjection[1][3], viewProjection[2][3], viewProjection[3][3])
    + side * vec4(viewProjection[0][row], viewProjection[1][row], viewProjection[2][row], viewProjection[3][row]);
}
bool gaitIsBeyond(vec4 plane, vec4 middle, float reach) {
  return dot(plane, middle) < -reach * length(plane.xyz);
}
void gaitLeadOver(vec4 fade, inout mat3x4 pose) {
  float age = gaitNow.y - fade.z;
  if (age >= gaitNow.z) return;
  float rest = 1.0 - max(age, 0.0) / gaitNow.z;
  pose += (gaitSkin(fade.x) - gaitSkin(fade.y)) * (rest * rest * (3.0 - 2.0 * rest));
}
`;

/**
 * Poses and places a vertex. The world's z axis is up and its y axis is the scene's z. Of a body that is not in the picture
 * all vertices are at one point: to pose them is most of the work, and most of a crowd is beside or behind the looker.
 */
export const vertexPosition = `
{
  float gaitAlpha = gaitNow.x;
  vec3 gaitFoot = mix(world0.xyz, world1.xyz, gaitAlpha);
  vec4 gaitMiddle = world * vec4(gaitFoot, 1.0);
  float gaitReach = gaitBake.z * world0.w;
  if (gaitIsBeyond(gaitPlane(0, 1.0), gaitMiddle, gaitReach) || gaitIsBeyond(gaitPlane(0, -1.0), gaitMiddle, gaitReach)
    || gaitIsBeyond(gaitPlane(1, 1.0), gaitMiddle, gaitReach) || gaitIsBeyond(gaitPlane(1, -1.0), gaitMiddle, gaitReach)) {
    positionUpdated = gaitFoot;
  } else {
  float gaitAt = world3.x - world3.y * (1.0 - gaitAlpha);
  if (world3.w > 0.0) gaitAt = world3.z + mod(gaitAt - world3.z, world3.w);
  else gaitAt = clamp(gaitAt, world3.z, world3.z - world3.w);
  mat3x4 gaitPose = gaitSkin(gaitAt);
  gaitLeadOver(gaitFade, gaitPose);
  gaitLeadOver(gaitOlderFade, gaitPose);
  float gaitLeft = floor(gaitFade.w / ${LEAN_STEPS}.0);
  float gaitLean = (mix(gaitLeft, gaitFade.w - gaitLeft * ${LEAN_STEPS}.0, gaitAlpha) - ${LEAN_STEPS / 2}.0) * ${LEAN_STEP};
  float gaitLeanSin = sin(gaitLean);
  float gaitLeanCos = cos(gaitLean);
  vec2 gaitTurn = mix(world2.xy, dot(world2.xy, world2.zw) < 0.0 ? -world2.zw : world2.zw, gaitAlpha);
  gaitTurn /= length(gaitTurn);
  float gaitSin = -2.0 * gaitTurn.x * gaitTurn.y;
  float gaitCos = gaitTurn.y * gaitTurn.y - gaitTurn.x * gaitTurn.x;
  vec3 gaitPoint = vec4(positionUpdated, 1.0) * gaitPose * world0.w;
  gaitPoint.xy = vec2(gaitPoint.x * gaitLeanCos + gaitPoint.y * gaitLeanSin, gaitPoint.y * gaitLeanCos - gaitPoint.x * gaitLeanSin);
  gaitPoint.xz = vec2(gaitPoint.x * gaitCos + gaitPoint.z * gaitSin, gaitPoint.z * gaitCos - gaitPoint.x * gaitSin);
  positionUpdated = gaitPoint + gaitFoot;
#ifdef NORMAL
  vec3 gaitNormal = vec4(normalUpdated, 0.0) * gaitPose;
  gaitNormal.xy = vec2(gaitNormal.x * gaitLeanCos + gaitNormal.y * gaitLeanSin, gaitNormal.y * gaitLeanCos - gaitNormal.x * gaitLeanSin);
  normalUpdated = normalize(vec3(gaitNormal.x * gaitCos + gaitNormal.z * gaitSin, gaitNormal.y, gaitNormal.z * gaitCos - gaitNormal.x * gaitSin));
#endif
  }
  int gaitRow = int(world1.w + 0.5);
  int gaitBlock = gaitRow / int(gaitLook.y);
  gaitRow -= gaitBlock * int(gaitLook.y);
#if defined(GAIT_PALETTE) && defined(UV1)
  uvUpdated = vec2((float(gaitBlock) + uvUpdated.x) / gaitLook.x, (float(gaitRow) + 0.5) / gaitLook.y);
#endif
#ifdef GAIT_TINT
  gaitTint = texelFetch(gaitColours, ivec2(gaitBlock * int(gaitLook.z) + int(gaitLook.w), gaitRow), 0).rgb;
#endif
}
`;

/** Instances have no matrices: their place is reckoned in by {@link vertexPosition}. */
export const instanceMatrix = 'finalWorld\\s*=\\s*world\\s*\\*\\s*finalWorld\\s*;';

export const fragmentDefinitions = `
#ifdef GAIT_TINT
varying vec3 gaitTint;
#endif
`;

export const standardColour = `
#ifdef GAIT_TINT
baseColor.rgb *= gaitTint;
#endif
`;

export const physicalColour = `
#ifdef GAIT_TINT
surfaceAlbedo *= gaitTint;
#endif
`;
