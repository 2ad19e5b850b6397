import type { Engine, MoveOptions } from '../../index.ts';
import type { Person } from '../roster.ts';
import type { Spot } from '../routes.ts';

/** Someone on the field as a behaviour sees it: everything it does goes through the engine's public calls. */
export class Actor {
  readonly person: Person;
  readonly entity: number;
  /** Numbers from 0 to 1 of its own. */
  readonly random: () => number;
  private readonly engine: Engine;
  private readonly find: (name: string) => number;

  constructor(engine: Engine, person: Person, entity: number, random: () => number, find: (name: string) => number) {
    this.engine = engine;
    this.person = person;
    this.entity = entity;
    this.random = random;
    this.find = find;
  }

  /** Simulated seconds since the start. */
  get now(): number {
    return this.engine.world.clock.now;
  }

  /** The entity of somebody, by name. */
  entityOf(name: string): number {
    return this.find(name);
  }

  get place(): Spot & { heading: number } {
    return this.engine.readFrame(this.entity);
  }

  placeOf(entity: number): Spot & { heading: number } {
    return this.engine.readFrame(entity);
  }

  /** Metres to somebody. */
  distanceTo(entity: number): number {
    const own = this.place;
    const other = this.placeOf(entity);
    return Math.hypot(other.x - own.x, other.y - own.y);
  }

  /** How far it would have to turn to face somebody, degrees, 0 to 180. */
  angleTo(entity: number): number {
    const own = this.place;
    const other = this.placeOf(entity);
    const bearing = (Math.atan2(other.x - own.x, other.y - own.y) * 180) / Math.PI;
    const turn = Math.abs(bearing - own.heading) % 360;
    return turn > 180 ? 360 - turn : turn;
  }

  /** Whether somebody goes along, metres a second. */
  speedOf(entity: number): number {
    const { x, y } = this.engine.readMotion(entity).velocity;
    return Math.hypot(x, y);
  }

  /** Whether a move or turn is under way. */
  get moving(): boolean {
    return this.engine.readMoveTo(this.entity).type !== 0;
  }

  get stuck(): boolean {
    return this.engine.readMoveTo(this.entity).stuckTo !== 0;
  }

  goTo(spot: Spot, options?: MoveOptions): void {
    this.engine.moveTo(this.entity, { x: spot.x, y: spot.y }, options);
  }

  goAfter(target: number, options?: MoveOptions): void {
    this.engine.moveTo(this.entity, { target }, options);
  }

  turnTo(target: number): void {
    this.engine.turnTo(this.entity, { target });
  }

  stickTo(target: number): void {
    this.engine.stickTo(this.entity, target);
  }

  perform(motion: number, speed = 1): void {
    this.engine.setMotion(this.entity, motion, { speed });
  }

  finish(motion: number): void {
    this.engine.clearMotion(this.entity, motion);
  }

  stop(): void {
    this.engine.stop(this.entity);
  }
}

/** What somebody does, told by the engine's events and a thought every quarter of a second. */
export interface Behaviour {
  /** Sets out, or sets out again after a halt. */
  start(): void;
  think(): void;
  /** The move or turn came to its end. */
  arrived(): void;
  /** The move or turn ended early, or who it was about is gone. */
  failed(): void;
}
