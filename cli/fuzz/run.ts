import { MovementType } from '../../components/move-to.ts';
import { Opcode } from '../../engine/wire/opcodes.ts';
import { ByteWriter } from '../../engine/wire/writer.ts';
import { ClientMessages } from './client-messages.ts';
import { damage, LONGEST, noise } from './damage.ts';
import { Random } from './random.ts';
import { GUIDS, ServerMessages } from './server-messages.ts';
import { Tally } from './tally.ts';
import { problemText, Target } from './target.ts';
import { readVectors, type Vectors } from './vectors.ts';

/** What is to be done. */
export interface FuzzPlan {
  /** Messages, of both directions together. */
  count: number;
  seed: number;
  /** Whether the truncations of the vectors come first. Default: they do. */
  truncations?: boolean;
  /** Called now and then with the number of messages so far. */
  progress?: (done: number) => void;
}

/** What came of it. */
export interface FuzzResult {
  /** What a server says to a client, and what a client asks of a server. */
  toClient: Tally;
  toServer: Tally;
  /** Truncations of vectors that were taken. */
  truncations: number;
  /** What was wrong, each with the message that showed it; none: all is well. */
  problems: string[];
}

/** Problems after which a run gives up: they are all of one kind by then. */
const ENOUGH = 8;
/** Messages that a world lives for. */
const EPISODE = 50_000;
/** Messages between two steps of a world, and between two looks at all that must hold in it. */
const MESSAGES_A_STEP = 24;
const MESSAGES_A_CHECK = 4096;
/** Messages of 10 that go to a client. */
const TO_CLIENT = 7;
/** Bytes before a message in the buffer that it lies in; what is there is left from others. */
const MARGIN = 64;

const opcodes = [...Object.values(Opcode), 0, 0xf74d, 0xffffffff];

type Role = 'client' | 'server';

/** Takes every truncation of every wire vector, then so many damaged and random messages, and watches what they do. */
export function fuzz(plan: FuzzPlan): FuzzResult {
  const vectors = readVectors();
  const result: FuzzResult = {
    toClient: new Tally(),
    toServer: new Tally(),
    truncations: 0,
    problems: [],
  };
  const tallies = { client: result.toClient, server: result.toServer };
  for (const role of plan.truncations === false ? [] : (['client', 'server'] as const)) {
    result.truncations += takeTruncations(role, vectors, result.problems);
  }
  const random = new Random(plan.seed);
  const worlds = { client: new Stage('client', vectors, random), server: new Stage('server', vectors, random) };
  for (let done = 0; done < plan.count && result.problems.length < ENOUGH; done++) {
    if (done % 1024 === 0) plan.progress?.(done);
    const role: Role = random.below(10) < TO_CLIENT ? 'client' : 'server';
    worlds[role].next(tallies[role], result.problems);
  }
  for (const world of Object.values(worlds)) world.end(result.problems);
  return result;
}

/** Every truncation of every vector of a direction is malformed, and changes nothing. */
function takeTruncations(role: Role, vectors: Vectors, problems: string[]): number {
  let count = 0;
  const tally = new Tally();
  const target = new Target(role, 'hold', tally);
  for (const vector of role === 'client' ? vectors.server : vectors.client) {
    for (let length = 0; length < vector.length; length++) {
      const cut = vector.subarray(0, length);
      target.take(cut, count % target.peers);
      count++;
      for (const problem of target.problems.splice(0)) problems.push(problemText(problem, cut));
      if (problems.length >= ENOUGH) return count;
    }
  }
  const refused = tally.malformed.reduce((sum, reason) => sum + reason, 0);
  if (refused !== count) problems.push(`of ${count} truncations of vectors for a ${role} ${refused} were malformed`);
  return count;
}

/** One direction: a world, and the making of messages for it. */
class Stage {
  private readonly role: Role;
  private readonly vectors: Vectors;
  private readonly random: Random;
  private readonly buffer = new Uint8Array(2 * MARGIN + LONGEST);
  private readonly view = new DataView(this.buffer.buffer);
  private readonly writer = new ByteWriter(LONGEST);
  private target: Target | null = null;
  private server: ServerMessages | null = null;
  private client: ClientMessages | null = null;
  private age = 0;
  private episodes = 0;

  constructor(role: Role, vectors: Vectors, random: Random) {
    this.role = role;
    this.vectors = vectors;
    this.random = random;
  }

  /** Makes a message and lets the world take it. */
  next(tally: Tally, problems: string[]): void {
    const target = this.target ?? this.begin(tally);
    const peer = this.random.below(target.peers);
    const start = MARGIN - this.random.below(8);
    const length = this.make(start, peer, target);
    const message = this.buffer.subarray(start, start + length);
    target.take(message, peer);
    this.age++;
    if (this.age % MESSAGES_A_STEP === 0) this.step(target);
    if (this.age % MESSAGES_A_CHECK === 0) target.checkInvariants();
    for (const problem of target.problems.splice(0)) {
      problems.push(problemText(`${this.role} world, its message ${this.age}: ${problem}`, message));
    }
    if (this.age >= EPISODE) this.end(problems);
  }

  /** Looks at the world a last time. The next message finds another one. */
  end(problems: string[]): void {
    const { target } = this;
    this.target = null;
    this.age = 0;
    if (target === null) return;
    target.step();
    target.checkInvariants();
    for (const problem of target.problems.splice(0)) problems.push(`${this.role} world, at its end: ${problem}`);
  }

  private begin(tally: Tally): Target {
    const unknown = this.episodes++ % 2 === 0 ? 'hold' : 'spawn';
    const target = new Target(this.role, unknown, tally);
    this.target = target;
    this.server = new ServerMessages(target.engine.world, this.random);
    this.client = new ClientMessages(target.engine.world, this.random);
    return target;
  }

  /** Writes a message into the buffer. @returns Its length. */
  private make(start: number, peer: number, target: Target): number {
    const { random, buffer, view } = this;
    const kind = random.below(100);
    if (kind < 8) return noise(random, buffer, view, start, opcodes);
    const length = kind < 25 ? this.copyVector(start) : this.compose(start, peer, target);
    return kind < 8 + 55 ? damage(random, buffer, view, start, length) : length;
  }

  private copyVector(start: number): number {
    const { random, buffer, view } = this;
    // Once in a while one that is meant for the other side.
    const forClient = (this.role === 'client') !== random.often(20);
    const vector = random.pick(forClient ? this.vectors.server : this.vectors.client);
    buffer.set(vector, start);
    if (forClient && vector.length >= 8 && random.often(900)) view.setUint32(start + 4, random.pick(GUIDS), true);
    return vector.length;
  }

  private compose(start: number, peer: number, target: Target): number {
    this.writer.reset();
    if (this.role === 'client') this.server?.write(this.writer);
    else this.client?.write(this.writer, target.connection(peer));
    const bytes = this.writer.bytes();
    this.buffer.set(bytes, start);
    return bytes.length;
  }

  /** The game does something with the bodies, now and then, and time passes. */
  private step(target: Target): void {
    const { random } = this;
    const { engine } = target;
    if (this.role === 'server' && random.often(60)) {
      const entity = engine.entityOf(1 + random.below(4));
      if (random.often(512)) engine.teleport(entity, { x: random.between(-20, 20), y: random.between(-20, 20) });
      else if (engine.readMoveTo(entity).type === MovementType.Invalid) engine.moveTo(entity, { x: 5, y: 5 });
      else engine.stop(entity);
    }
    // Bodies of guids that damage has made would soon take all the room.
    for (const entity of [...engine.entities()]) {
      if (engine.guidOf(entity) > GUIDS.length) engine.despawn(entity);
    }
    target.step();
  }
}
