import { ActionType } from '../../index.ts';
import { readAction, saidOf } from './client-actions.ts';
import { listen, newEngine } from './engines.ts';
import { createMessage, playerMessage } from './messages.ts';
import { PhysicsFlag } from '../../engine/wire/physics-data.ts';

/** Guids of the player's body and of another. */
export const ME = 0x50000001;
export const OTHER = 0x50000002;

/** A client whose server has given it a player, and what it has sent since. */
export function newPlayer() {
  const { engine, inbox } = newEngine();
  const create = (guid: number, x: number) =>
    createMessage(guid, ({ physics }) => {
      physics.flags = PhysicsFlag.Position;
      physics.state = 0x400;
      Object.assign(physics.position, { cell: 1, x });
      // Position, movement, state, vector, teleport, server control, force position, description, instance.
      physics.stamps.set([10, 20, 0, 30, 40, 50, 60, 0, 7]);
    });
  inbox.put(playerMessage(ME), create(ME, 0), create(OTHER, 20));
  engine.step(5);
  const player = engine.entityOf(ME);
  const told = listen(engine);
  const sent = () => inbox.sent.splice(0).map(readAction);
  const keys = () =>
    sent()
      .filter(({ actionType }) => actionType === ActionType.MoveToState)
      .map(({ moveToState }) => saidOf(moveToState.raw));
  /** Lets messages arrive and steps once. */
  const receive = (...messages: Uint8Array[]) => {
    inbox.put(...messages);
    engine.step();
  };
  return { engine, inbox, player, told, sent, keys, receive };
}
