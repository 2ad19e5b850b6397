/** A stick, of a gamepad or on the screen: 1 to the right, 1 up, no farther than 1 from its middle. */
export interface StickPush {
  /** Degrees, clockwise from up, -180 to 180. */
  readonly angle: number;
  /** How far it is pushed beyond its dead zone, 0 to 1; 0: it is not pushed. */
  readonly strength: number;
}

/** Share of a stick's way around its middle that means nothing: hands and old sticks are not steady. */
export const DEAD_ZONE = 0.2;
/** From this strength on it means to run. */
export const RUN_FROM = 0.6;

/** What a stick's place means. Numbers that are none mean its middle. */
export function readStick(right: number, up: number, deadZone = DEAD_ZONE): StickPush {
  const length = Math.hypot(right, up);
  if (!(length > deadZone)) return { angle: 0, strength: 0 };
  return {
    angle: (Math.atan2(right, up) * 180) / Math.PI,
    strength: Math.min(1, (length - deadZone) / (1 - deadZone)),
  };
}

/** Where a finger has pushed a stick on the screen to: as {@link readStick} takes it, from pixels (y downwards). */
export function pushOfFinger(dx: number, dy: number, reach: number): { right: number; up: number } {
  const length = Math.hypot(dx, dy);
  const scale = 1 / Math.max(reach, length);
  return { right: dx * scale, up: dy === 0 ? 0 : -dy * scale };
}
