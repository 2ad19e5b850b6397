/**
 * How many bodies a system takes at once, first those that do what most do, then the others: their cells are still in the
 * processor's cache then.
 */
export const BLOCK = 128;
