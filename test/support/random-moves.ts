import { createSceneGround, parseScene, type SceneContent, type SceneGround } from '../../index.ts';
import { Depths } from './penetration.ts';
import { type Relief, randomScene, SCENE_HALF } from './random-scenes.ts';
import { type Swept, SweptBody } from './sweeps.ts';
import { seededUnit } from './trig-digest.ts';

const GRAVITY = 9.8;
/** Metres a second that body physics allows. */
const FASTEST = 50;
const QUANTA = [1 / 30, 1 / 20, 0.1];
const RELIEFS: readonly Relief[] = ['flat', 'hills', 'cliffs', 'voids', 'none'];
/** Moves after which the body starts somewhere else. */
const RESTART = 150;

/** What random moves have shown. */
export interface MoveReport {
  moves: number;
  /** Metres of the deepest overlap of any sphere after any move. */
  deepest: number;
  /** Moves after which the body stood, touched something steep, or had slid. */
  standing: number;
  steep: number;
  slid: number;
  /** What was wrong, told by scene and move. */
  faults: string[];
}

/** A body of random size in a random scene: walks, runs, falls and jumps as body physics would move it, with any quantum. */
export class RandomMoves {
  readonly scene: SceneContent;
  readonly ground: SceneGround;
  readonly radius: number;
  readonly height: number;
  /** The upper sphere's centre above the lower one's. */
  readonly upper: number;
  readonly body: SweptBody;
  readonly report: MoveReport = {
    moves: 0,
    deepest: Number.NEGATIVE_INFINITY,
    standing: 0,
    steep: 0,
    slid: 0,
    faults: [],
  };
  last: Swept;
  private readonly seed: number;
  private readonly unit: () => number;
  private readonly depths: Depths;
  private direction = 0;
  private speed = 3;

  constructor(seed: number) {
    this.seed = seed;
    this.unit = seededUnit(Math.imul(seed, 0x9e3779b1) >>> 0);
    this.scene = parseScene(randomScene(seed, RELIEFS[seed % RELIEFS.length], seed % 3 === 0 ? 90 : 30));
    this.ground = createSceneGround(this.scene);
    this.depths = new Depths(this.scene);
    const kind = this.unit();
    this.radius = kind < 0.6 ? this.between(0.15, 0.5) : kind < 0.8 ? this.between(0.03, 0.15) : this.between(0.5, 2);
    this.height = this.unit() < 0.2 ? this.radius * 1.5 : this.between(2, 6) * this.radius;
    this.upper = Math.max(0, this.height - 2 * this.radius);
    this.body = new SweptBody(this.ground, { radius: this.radius, height: this.height });
    this.last = this.start();
  }

  between(least: number, most: number): number {
    return least + this.unit() * (most - least);
  }

  /** Metres by which the body would overlap the scene there. */
  depthAt({ x, y, z }: { x: number; y: number; z: number }): number {
    const low = z + this.radius;
    const lower = this.depths.of(x, y, low, this.radius);
    return this.upper === 0 ? lower : Math.max(lower, this.depths.of(x, y, low + this.upper, this.radius));
  }

  /** Puts the body somewhere free in the air. */
  start(): Swept {
    for (let tries = 0; tries < 300; tries++) {
      const half = SCENE_HALF - 4;
      const place = { x: this.between(-half, half), y: this.between(-half, half), z: this.between(1, 9) };
      if (this.depthAt(place) > -0.01 || this.ground.heightAt(place.x, place.y, place.z) > place.z) continue;
      this.body.put(place.x, place.y, place.z).setVelocity(0, 0, 0);
      return { ...place, contact: false, onWalkable: false, sliding: false, normal: [0, 0, 1] };
    }
    throw new Error(`scene ${this.seed} has no free place`);
  }

  /** One move, as body physics would make it. */
  step(): Swept {
    const { body } = this;
    const quantum = QUANTA[Math.floor(this.unit() * QUANTA.length)];
    if (this.unit() < 0.1) {
      this.direction = this.between(0, 2 * Math.PI);
      this.speed = this.unit() < 0.2 ? this.between(10, FASTEST) : this.between(0.5, 8);
    }
    const [ahead, aside] = [Math.cos(this.direction) * this.speed, Math.sin(this.direction) * this.speed];
    if (this.last.onWalkable && this.unit() > 0.05) {
      body.setVelocity(0, 0, 0);
      const dz = this.unit() < 0.1 ? this.between(-0.5, 0.5) : 0;
      return body.move(ahead * quantum, aside * quantum, dz);
    }
    if (this.last.onWalkable) body.release().setVelocity(ahead, aside, this.between(2, 8));
    const [vx, vy, vz] = body.velocity;
    const scale = Math.min(1, FASTEST / Math.max(1e-9, Math.hypot(vx, vy, vz)));
    body.setVelocity(vx * scale, vy * scale, vz * scale - GRAVITY * quantum);
    const fall = (GRAVITY / 2) * quantum * quantum;
    return body.move(vx * scale * quantum, vy * scale * quantum, vz * scale * quantum - fall);
  }

  /** Makes moves, each looked at. */
  run(moves: number): MoveReport {
    const { report } = this;
    for (let move = 0; move < moves; move++) {
      const { x, y, z } = this.last;
      if (report.moves % RESTART === 0 || z < -15 || Math.max(Math.abs(x), Math.abs(y)) > SCENE_HALF + 2)
        this.last = this.start();
      this.last = this.step();
      report.moves++;
      if (this.last.onWalkable) report.standing++;
      else if (this.last.contact) report.steep++;
      if (this.last.sliding) report.slid++;
      this.look(move);
    }
    return report;
  }

  private look(move: number): void {
    const { last, report } = this;
    const where = `scene ${this.seed}, move ${move}`;
    if (
      !Number.isFinite(last.x + last.y + last.z + this.body.velocity[0] + this.body.velocity[1] + this.body.velocity[2])
    ) {
      report.faults.push(`${where}: no number`);
    }
    const depth = this.depthAt(last);
    report.deepest = Math.max(report.deepest, depth);
    if (depth <= 0.01) return;
    report.faults.push(`${where}: ${depth.toFixed(3)} m deep`);
    this.last = this.start();
  }
}

/** Adds reports up. */
export function sumOf(reports: readonly MoveReport[]): MoveReport {
  return reports.reduce((sum, each) => ({
    moves: sum.moves + each.moves,
    deepest: Math.max(sum.deepest, each.deepest),
    standing: sum.standing + each.standing,
    steep: sum.steep + each.steep,
    slid: sum.slid + each.slid,
    faults: [...sum.faults, ...each.faults],
  }));
}
