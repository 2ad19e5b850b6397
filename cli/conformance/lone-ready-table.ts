import { MotionCommand } from '../../components/motion-command.ts';
import type { MotionTableContent } from '../../engine/motion/motion-table-content.ts';

/** The smallest motion table: one style that stands. For checks that need a body but none of its motions. */
export const loneReadyTable: MotionTableContent = {
  name: 'lone-ready',
  defaultStyle: MotionCommand.NonCombat,
  styleDefaults: [[MotionCommand.NonCombat, MotionCommand.Ready]],
  animations: [{ id: 1, frames: 1 }],
  cycles: [
    {
      style: MotionCommand.NonCombat,
      motion: MotionCommand.Ready,
      bitfield: 0,
      velocity: [0, 0, 0],
      omega: [0, 0, 0],
      anims: [{ anim: 1, low: 0, high: -1, framerate: 30 }],
    },
  ],
  modifiers: [],
  links: [],
};
