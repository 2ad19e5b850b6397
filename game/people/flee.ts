import { FIELD_RADIUS, refuges, type Spot } from '../routes.ts';
import type { Actor, Behaviour } from './actor.ts';

/** Metres at which it takes to its heels, and at which it feels safe. */
const ALARM = 6.5;
const SAFE = 11;

/** Keeps away from somebody: runs when they come near, and goes round them when there is no field left behind it. */
export function flee(actor: Actor, name: string): Behaviour {
  let goingHome = false;
  const settle = () => {
    goingHome = false;
    if (actor.angleTo(actor.entityOf(name)) > 20) actor.turnTo(actor.entityOf(name));
  };
  return {
    start() {
      goingHome = false;
    },
    think() {
      const feared = actor.entityOf(name);
      const { x, y } = actor.place;
      if (!goingHome && Math.hypot(x, y) > FIELD_RADIUS) {
        goingHome = true;
        actor.goTo(farthestFrom(actor.placeOf(feared), actor.place), { walkRunThreshold: 0, distanceToObject: 1 });
        return;
      }
      if (actor.moving || actor.distanceTo(feared) > ALARM) return;
      actor.goAfter(feared, {
        moveAway: true,
        moveTowards: false,
        minDistance: SAFE,
        distanceToObject: SAFE,
        canWalk: false,
      });
    },
    arrived: settle,
    failed: settle,
  };
}

/** The refuge that is farthest from somebody, other than the one it stands in. */
function farthestFrom(feared: Spot, own: Spot): Spot {
  let best = refuges[0];
  let most = -1;
  for (const spot of refuges) {
    const away = Math.hypot(spot.x - feared.x, spot.y - feared.y);
    if (away > most && Math.hypot(spot.x - own.x, spot.y - own.y) > 4) {
      most = away;
      best = spot;
    }
  }
  return { x: best.x * 0.7, y: best.y * 0.7 };
}
