import { CommandClass, type Engine, type MotionReading, motionCommandName } from '../../index.ts';

/** What somebody does, in a word or two: the action or emote that plays, else the state and what is added to it. */
export function doingText(engine: Engine, entity: number): string {
  const reading = engine.readMotion(entity);
  const action = actionOf(reading);
  if (action !== undefined) return motionCommandName(action);
  const parts = [reading.substate, ...reading.modifiers.map(({ motion }) => motion)];
  return parts.map(motionCommandName).join(' + ');
}

/** The oldest action that is not over. */
function actionOf({ pendingMotions }: MotionReading): number | undefined {
  return pendingMotions.find((motion) => (motion & CommandClass.Action) !== 0);
}
