/** All orders of a list. */
export function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, index) =>
    ordersOf(items.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}

/** The same order with a second copy of every item somewhere behind its first. @param unit draws from 0 up to 1. */
export function withDuplicates<Item>(order: readonly Item[], unit: () => number): Item[] {
  const all = [...order];
  for (const item of order) {
    const after = all.indexOf(item) + 1;
    all.splice(after + Math.floor(unit() * (all.length - after + 1)), 0, item);
  }
  return all;
}
