import { StampsU16 } from '../../components/stamps.ts';
import { FrameF64 } from '../../components/frame.ts';
import type { Connection } from '../../engine/connection.ts';
import { AutonomousPosition, encodeAutonomousPosition } from '../../engine/wire/autonomous-position.ts';
import { cellAt, landblockOriginX, landblockOriginY } from '../../engine/wire/cell.ts';
import { type ClientStamps, encodeClientActionHeader } from '../../engine/wire/client-action.ts';
import { encodeJump, Jump } from '../../engine/wire/jump.ts';
import { encodeMoveToState, MoveToState } from '../../engine/wire/move-to-state.ts';
import { ActionType } from '../../engine/wire/opcodes.ts';
import { rawFlagsByDifference } from '../../engine/wire/raw-motion-state.ts';
import type { WirePosition } from '../../engine/wire/wire-position.ts';
import type { ByteWriter } from '../../engine/wire/writer.ts';
import type { GaitWorld } from '../../engine/world.ts';
import type { Random } from './random.ts';
import * as values from './values.ts';

/** Writes well-formed actions of a peer that plays by the rules, and cheats now and then. */
export class ClientMessages {
  private readonly world: GaitWorld;
  private readonly random: Random;
  private readonly move = new MoveToState();
  private readonly place = new AutonomousPosition();
  private readonly jump = new Jump();

  constructor(world: GaitWorld, random: Random) {
    this.world = world;
    this.random = random;
  }

  /** One action of a peer, of any kind. */
  write(writer: ByteWriter, { player, lastActionSequence }: Connection): void {
    const { random } = this;
    const entity = this.world.entityOf(player);
    const ahead = random.often(900) ? 1 : random.pick([0, -1, 2, 1000, 0x7fffffff, 0x80000000]);
    const sequence = (lastActionSequence + ahead) >>> 0;
    const kind = random.below(10);
    if (kind < 5) {
      encodeClientActionHeader(writer, sequence, ActionType.MoveToState);
      this.writeMove(writer, entity);
    } else if (kind < 8) {
      encodeClientActionHeader(writer, sequence, ActionType.AutonomousPosition);
      const { place } = this;
      this.fillPlace(place.position, entity);
      this.fillStamps(place.stamps, entity);
      place.contact = random.often(900);
      encodeAutonomousPosition(writer, place);
    } else {
      encodeClientActionHeader(writer, sequence, random.often(1000) ? ActionType.Jump : random.u32());
      this.writeJump(writer, entity, player);
    }
  }

  private writeMove(writer: ByteWriter, entity: number): void {
    const { random, move } = this;
    const { raw } = move;
    raw.currentHoldKey = 1 + random.below(2);
    raw.currentStyle = values.drawStyle(random);
    raw.forwardCommand = values.drawForward(random);
    raw.forwardHoldKey = random.below(3);
    raw.forwardSpeed = values.drawSpeed(random);
    raw.sidestepCommand = values.drawSidestep(random);
    raw.sidestepHoldKey = random.below(3);
    raw.sidestepSpeed = values.drawSpeed(random);
    raw.turnCommand = values.drawTurn(random);
    raw.turnHoldKey = random.below(3);
    raw.turnSpeed = values.drawSpeed(random);
    raw.flags = rawFlagsByDifference(raw);
    raw.actions.count = 0;
    const actions = random.often(150) ? random.below(random.often(100) ? 32 : 4) : 0;
    for (let index = 0; index < actions; index++) {
      raw.actions.add(values.drawForward(random), random.u32() & 0x7fff, random.often(900), values.drawSpeed(random));
    }
    this.fillPlace(move.position, entity);
    this.fillStamps(move.stamps, entity);
    move.contact = random.often(900);
    move.standingLongJump = random.often(60);
    encodeMoveToState(writer, move);
  }

  private writeJump(writer: ByteWriter, entity: number, player: number): void {
    const { random, jump } = this;
    jump.extent = random.often(900) ? Math.fround(random.between(0, 1)) : random.pick([-1, 2, 1e4]);
    jump.velocityX = values.drawVelocity(random);
    jump.velocityY = values.drawVelocity(random);
    jump.velocityZ = values.drawVelocity(random);
    this.fillStamps(jump.stamps, entity);
    jump.objectGuid = random.often(960) ? player : random.often(700) ? 1 + random.below(8) : random.u32();
    jump.spellId = 0;
    encodeJump(writer, jump);
  }

  private fillStamps(stamps: ClientStamps, entity: number): void {
    const { random } = this;
    const stampsRow = entity * StampsU16.row;
    const own = this.world.components.stamps;
    const near = (last: number) => (last + (random.often(990) ? 0 : random.pick([1, -1, 0x8000]))) & 0xffff;
    stamps.instance = near(own.u16[stampsRow + StampsU16.instance]);
    stamps.serverControl = near(own.u16[stampsRow + StampsU16.serverControl]);
    stamps.teleport = near(own.u16[stampsRow + StampsU16.teleport]);
    stamps.forcePosition = near(own.u16[stampsRow + StampsU16.forcePosition]);
  }

  private fillPlace(position: WirePosition, entity: number): void {
    const { random } = this;
    const { frame } = this.world.components;
    const frameRow = entity * FrameF64.row;
    const reach = random.often(800) ? 0.05 : 3;
    if (random.often(980)) {
      const x = frame.f64[frameRow + FrameF64.x] + random.between(-reach, reach);
      const y = frame.f64[frameRow + FrameF64.y] + random.between(-reach, reach);
      position.cell = cellAt(x, y);
      position.x = x - landblockOriginX(position.cell);
      position.y = y - landblockOriginY(position.cell);
      position.z = frame.f64[frameRow + FrameF64.z];
    } else {
      position.cell = values.drawCell(random);
      position.x = values.drawCoordinate(random);
      position.y = values.drawCoordinate(random);
      position.z = values.drawHeight(random);
    }
    position.qw = random.between(0.1, 1);
    position.qx = random.often(20) ? 0.5 : 0;
    position.qz = random.between(-1, 1);
  }
}
