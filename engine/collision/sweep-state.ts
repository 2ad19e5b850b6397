/**
 * The numbers of the sweep that is under way. They lie in the fields of a few objects, as numbers that are passed to a
 * call or answered by it would be put on the heap. Nothing in them outlives a sweep.
 *
 * The fields start as NaN so that V8 stores them as doubles from the beginning; and the objects are instances of classes,
 * as every number that is stored into a field of an object literal would be put on the heap anew.
 */

/** A vector. */
export class Vector {
  x = Number.NaN;
  y = Number.NaN;
  z = Number.NaN;
}

/** The body that is swept: two spheres of `radius`, one above the other. */
class Mover {
  /** Its origin: the lowest point of the lower sphere. Metres. */
  x = Number.NaN;
  y = Number.NaN;
  z = Number.NaN;
  radius = Number.NaN;
  /** Metres from the lower sphere's centre up to the upper one's; 0: there is one sphere. */
  upper = Number.NaN;
  /** Metres that it can step up and down. */
  stepUp = Number.NaN;
  stepDown = Number.NaN;
  /** Metres by which it is to be let down onto something. */
  drop = Number.NaN;
  /** What is left of the way that it was sent. */
  wishX = Number.NaN;
  wishY = Number.NaN;
  wishZ = Number.NaN;
  /** The same, as ground and walls let it go. */
  restX = Number.NaN;
  restY = Number.NaN;
  restZ = Number.NaN;
  /** Normal of the ground that it stands on, or of the steep surface that it touches. */
  normalX = Number.NaN;
  normalY = Number.NaN;
  normalZ = Number.NaN;
  /** Height of the point that carries it. */
  supportZ = Number.NaN;
  /** Its own velocity, metres a second: what leads into surfaces is taken away. */
  velocityX = Number.NaN;
  velocityY = Number.NaN;
  velocityZ = Number.NaN;
}

/** A contact that a cast found. */
class Contact {
  /** Share of the way up to the contact, 0..1; 1: there is none. */
  share = Number.NaN;
  /** From the surface to the sphere's centre, unit length. */
  normalX = Number.NaN;
  normalY = Number.NaN;
  normalZ = Number.NaN;
  /** Normal of the upper face that the contact lies on, or at the border of; z -1: it lies on none. */
  topX = Number.NaN;
  topY = Number.NaN;
  topZ = Number.NaN;
  /** Metres between sphere and surface at the contact; below 0: they overlap. */
  gap = Number.NaN;
  /** Metres by which the whole way leads towards the surface there. */
  approach = Number.NaN;
  /** Height of the point that is touched. */
  pointZ = Number.NaN;
  /** Whether the sphere touches the inside of a flat face. */
  flat = false;
}

/** Contacts and overlaps that a cast found. */
class CastResult {
  /** The first contact of all. */
  readonly first = new Contact();
  /** The first contact that the body can stand on; only sought where `seeksSupport` was set. */
  readonly support = new Contact();
  /** Metres between the spheres and the nearest thing at the start, moving bodies left out; below 0: they overlap. */
  deepest = Number.NaN;
}

/** The way from a point to the surface of something convex. */
class Nearest {
  /** The point that is asked about. */
  x = Number.NaN;
  y = Number.NaN;
  z = Number.NaN;
  /** Metres to the surface; below 0: the point lies inside, and this is the way out. */
  distance = Number.NaN;
  /** From the surface to the point (inside: to the nearest face), unit length. */
  normalX = Number.NaN;
  normalY = Number.NaN;
  normalZ = Number.NaN;
  /** Normal of the upper face that the nearest point lies on, or at the border of; z -1: it lies on none. */
  topX = Number.NaN;
  topY = Number.NaN;
  topZ = Number.NaN;
  /** Whether the nearest point lies inside a flat face, not on an edge, a corner or a curve. */
  flat = false;
}

/** The highest place at which a sphere above a terrain rests on it. */
class Rest {
  /** Where it is asked about, and the sphere's radius. */
  x = Number.NaN;
  y = Number.NaN;
  radius = Number.NaN;
  /** Height of the sphere's lowest point; minus infinity: there is no terrain below it. */
  z = Number.NaN;
  normalX = Number.NaN;
  normalY = Number.NaN;
  normalZ = Number.NaN;
}

/** The box that a sweep stays in, and how far from the body's axis that is. */
class Region {
  reach = Number.NaN;
  minX = Number.NaN;
  minY = Number.NaN;
  minZ = Number.NaN;
  maxX = Number.NaN;
  maxY = Number.NaN;
  maxZ = Number.NaN;
}

export const mover = new Mover();
/** The way that a cast asks about. */
export const way = new Vector();
export const found = new CastResult();
export const nearest = new Nearest();
export const rest = new Rest();
export const region = new Region();

/** A contact, see {@link found}. */
export type { Contact };
