import { requireKeys, requireNumber, requireObject } from './checks.ts';

/** What an authoritative world lets its peers do with their players. */
export interface PlayerRules {
  /** The largest factor that a peer may put on a motion of its player; what is over is cut. Default 1, what keys send. */
  motionSpeed: number;
  /** Factor on the body's maximum speed within which its own places are believed. Default 1.25. */
  reachFactor: number;
  /** Seconds of that speed that may come at once; what is waited longer earns no more. Default 1.5. */
  reachSeconds: number;
  /** Metres that are forgiven in any case: of that credit once, and of heights above and below the ground. Default 0.5. */
  reachSlack: number;
}

/** The rules unless an option says otherwise. */
export const usualPlayerRules: Readonly<PlayerRules> = {
  motionSpeed: 1,
  reachFactor: 1.25,
  reachSeconds: 1.5,
  reachSlack: 0.5,
};

const ranges: Readonly<Record<keyof PlayerRules, readonly [least: number, most: number]>> = {
  motionSpeed: [0, 1e4],
  reachFactor: [1, 100],
  reachSeconds: [0, 60],
  reachSlack: [0, 1e4],
};

const names = Object.keys(ranges) as (keyof PlayerRules)[];

/** Takes over rules that were asked for. @throws TypeError or RangeError that names the rule and what was expected. */
export function playerRulesOf(what: string, asked: unknown): PlayerRules {
  const rules = { ...usualPlayerRules };
  if (asked === undefined) return rules;
  const options = requireObject(what, asked, 'an object of rules') as Partial<PlayerRules>;
  requireKeys(what, options, names);
  for (const name of names) {
    const value = options[name];
    if (value !== undefined) rules[name] = requireNumber(`${what}.${name}`, value, ...ranges[name]);
  }
  return rules;
}
