import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import motionTable from '../../../content/motion-tables/human.json' with { type: 'json' };
import poses from '../../../content/poses/human.json' with { type: 'json' };
import { createEngine, type Engine } from '../../../index.ts';
import { PoseSet } from '../../../systems/render/index.ts';

/** A scene without a screen. */
export function createScene(): Scene {
  // Its greeting would be told for every scene.
  Logger.LogLevels = Logger.WarningLogLevel | Logger.ErrorLogLevel;
  return new Scene(new NullEngine());
}

/** A client engine with our human. */
export function createHumanEngine(): Engine {
  return createEngine({ motionTables: [motionTable] });
}

/** The poses of our human. */
export function humanPoses(): PoseSet {
  return new PoseSet(poses);
}
