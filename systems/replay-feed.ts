import type { Capture } from '../engine/net/capture.ts';
import { ReplayTransport } from '../engine/net/replay-transport.ts';
import type { Deliver } from '../engine/net/transport.ts';
import { Opcode, opcodeOf } from '../engine/wire/opcodes.ts';
import { decodePlayerCreate, PlayerCreate } from '../engine/wire/player-create.ts';
import { ByteReader } from '../engine/wire/reader.ts';
import type { GaitWorld } from '../engine/world.ts';

/** What a replay's world listens to: the capture, at the replay's own time instead of the time of the polls. */
export class ReplayFeed extends ReplayTransport {
  /** Seconds of the capture: what came up to then is handed over. */
  time = 0;

  /** The world whose viewer the player is; null: the player is the world's own. */
  private readonly followedBy: GaitWorld | null;
  private readonly reader = new ByteReader();
  private readonly playerCreate = new PlayerCreate();
  private deliver: Deliver = () => false;
  private readonly pass: Deliver = (message) => {
    const { followedBy } = this;
    if (followedBy !== null) {
      const opcode = opcodeOf(message);
      if (opcode === Opcode.PlayerCreate && decodePlayerCreate(this.reader.reset(message), this.playerCreate)) {
        followedBy.viewer = this.playerCreate.guid;
        return true;
      }
      // It tells a player to let go of its keys, and nobody holds any here; the position that follows says the rest.
      if (opcode === Opcode.PlayerTeleport) return true;
    }
    return this.deliver(message);
  };

  constructor(capture: Capture, connection: number | undefined, followedBy: GaitWorld | null) {
    super(capture, { connection }, 'createReplay');
    this.followedBy = followedBy;
  }

  override poll(_now: number, deliver: Deliver): void {
    this.deliver = deliver;
    this.deliverUntil(this.time, this.pass);
  }
}
