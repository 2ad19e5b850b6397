import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { Player } from '../../../game/capture/player.ts';
import { makeStory } from '../../../game/capture/story.ts';
import { readCapture } from '../../../index.ts';

const bytes = readFileSync(new URL('../../captures/retail-protocol-session.pcap', import.meta.url));
const opened = { name: 'retail', capture: readCapture(bytes) };

/** A player of the recorded session, and frames of a sixtieth of a second. */
function playing() {
  const { replay, moments } = makeStory(opened);
  const player = new Player(replay, moments);
  let now = 100;
  const frame = (passed = 1 / 60) => {
    now += passed;
    return player.update(now);
  };
  frame();
  /** Frames until a seek is over. */
  const arrive = () => {
    let frames = 0;
    while (player.seeking && frames < 10_000) {
      frame();
      frames++;
    }
    return frames;
  };
  return { replay, player, frame, arrive };
}

describe('the player of a capture', () => {
  let { replay, player, frame, arrive } = playing();
  beforeEach(() => {
    ({ replay, player, frame, arrive } = playing());
  });

  test('plays at once, stands still when it is told to, and makes nothing up for the time that passed meanwhile', () => {
    for (let frames = 0; frames < 60; frames++) frame();
    expect(replay.time).toBeCloseTo(1, 1);
    player.toggle();
    for (let frames = 0; frames < 90; frames++) frame();
    const stood = replay.time;
    expect(stood).toBeCloseTo(1, 1);
    expect(player.playing).toBe(false);
    player.toggle();
    frame();
    expect(replay.time - stood).toBeLessThan(0.05);
  });

  test('goes elsewhere in pieces, tells when it is there, and plays on from there', async () => {
    let there = false;
    const arrived = player.goTo(40).then(() => {
      there = true;
    });
    expect([player.seeking, player.time]).toEqual([true, 40]);
    expect(frame()).toBe(true);
    expect(player.share).toBeGreaterThan(0);
    arrive();
    await arrived;
    expect(there).toBe(true);
    expect([player.seeking, player.share]).toEqual([false, 1]);
    expect(replay.time).toBeCloseTo(40, 9);
    expect(frame()).toBe(false);
    frame();
    expect(replay.time).toBeGreaterThan(40);
  });

  test('turns round on its way when it is told another time', () => {
    player.setPaused(true);
    player.goTo(45);
    frame();
    player.goTo(2);
    arrive();
    expect(replay.time).toBeCloseTo(2, 9);
  });

  test('stands still while the line is held, and goes on when it is let go of', () => {
    player.hold(true);
    player.goTo(5);
    arrive();
    for (let frames = 0; frames < 30; frames++) frame();
    expect(replay.time).toBeCloseTo(5, 9);
    expect(player.playing).toBe(true);
    player.hold(false);
    frame();
    frame();
    expect(replay.time).toBeGreaterThan(5);
  });

  test('goes from motion to motion, each seen as it begins, and to the ends when there is no other', () => {
    player.setPaused(true);
    const doing = () => Array.from(replay.engine.entities(), (entity) => replay.engine.readMotion(entity).animation);
    const times: number[] = [];
    const shown: number[][] = [];
    for (let marks = 0; marks < 13; marks++) {
      player.goToMark(1);
      arrive();
      times.push(replay.time);
      shown.push(doing());
    }
    expect(times.map((time) => Math.round(time * 10) / 10)).toEqual([
      1.6, 4.4, 11.6, 13.3, 26, 26.6, 31, 31.7, 32.8, 33.3, 46.6, 48.4, 49.9,
    ]);
    // The first: cries. The seventh: the other one scratches its head.
    expect([shown[0], shown[6]]).toEqual([[72], [1, 74]]);
    player.goToMark(-1);
    arrive();
    expect(replay.time).toBeCloseTo(times[11], 9);
    player.goTo(1);
    player.goToMark(-1);
    arrive();
    expect(replay.time).toBe(0);
  });

  test('steps on and back by one step, and stands still from then on', () => {
    player.goTo(10);
    arrive();
    player.step(1);
    arrive();
    expect(replay.time).toBeCloseTo(10 + 1 / 30, 9);
    player.step(-1);
    player.step(-1);
    arrive();
    expect(replay.time).toBeCloseTo(10 - 1 / 30, 9);
    expect(player.playing).toBe(false);
  });

  test('at the end it says so, and plays again from the start', () => {
    player.goTo(1000);
    arrive();
    expect([player.ended, player.playing]).toEqual([true, false]);
    player.toggle();
    arrive();
    expect([player.ended, player.playing]).toEqual([false, true]);
    expect(replay.time).toBeLessThan(0.1);
  });

  test('has speeds from a quarter to sixteen times', () => {
    const speeds = [replay.speed];
    for (let more = 0; more < 5; more++) {
      player.changeSpeed(1);
      speeds.push(replay.speed);
    }
    for (let less = 0; less < 8; less++) player.changeSpeed(-1);
    expect([...speeds, replay.speed]).toEqual([1, 2, 4, 8, 16, 16, 0.25]);
  });
});
