import type { Engine } from '../index.ts';
import { TICK_SECONDS } from './layout.ts';
import type { Role } from './mix-plan.ts';

/** Entities of each role that are followed. */
const FOLLOWED = 40;

/** What a followed entity has done since the observer began. */
export interface Travel {
  /** Mean pace in metres a second. */
  readonly pace: number;
  /** Mean turning in degrees a second. */
  readonly turning: number;
}

/** Follows some entities of each role from tick to tick, outside the clock. The first look only notes where they are. */
export interface Observer {
  /** Looks at everyone followed; once a tick. */
  look(): void;
  /** What those of a role have done, one entry each. */
  travels(role: Role): Travel[];
}

interface Followed {
  readonly entity: number;
  readonly role: Role;
  x: number;
  y: number;
  heading: number;
  way: number;
  turned: number;
}

/**
 * Chooses whom to follow.
 *
 * @param entityOf Entity by index of the layout.
 */
export function createObserver(engine: Engine, role: readonly Role[], entityOf: Uint32Array): Observer {
  const followed: Followed[] = [];
  const counts = new Map<Role, number>();
  role.forEach((each, index) => {
    const count = counts.get(each) ?? 0;
    if (count >= FOLLOWED) return;
    counts.set(each, count + 1);
    followed.push({ entity: entityOf[index], role: each, x: 0, y: 0, heading: 0, way: 0, turned: 0 });
  });
  let looks = -1;
  return {
    look: () => {
      looks++;
      for (const each of followed) {
        const { x, y, heading } = engine.readFrame(each.entity);
        if (looks > 0) {
          const turn = Math.abs(heading - each.heading);
          each.way += Math.hypot(x - each.x, y - each.y);
          each.turned += Math.min(turn, 360 - turn);
        }
        each.x = x;
        each.y = y;
        each.heading = heading;
      }
    },
    travels: (wanted) =>
      followed
        .filter((each) => each.role === wanted)
        .map(({ way, turned }) => ({
          pace: way / looks / TICK_SECONDS,
          turning: turned / looks / TICK_SECONDS,
        })),
  };
}
