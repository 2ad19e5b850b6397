/** A mod as the page has it. */
export interface PageMod {
  readonly name: string;
  /** Texts by path; none: the mod is gone. */
  readonly files: Readonly<Record<string, string>>;
}

let current: ReadonlyMap<string, PageMod> = new Map();
const listeners = new Set<(changed: readonly PageMod[]) => void>();

/** Takes what mods there are now, and tells those who watch of what has changed. */
export function tellMods(mods: readonly PageMod[]): void {
  const before = current;
  current = new Map(mods.map((mod) => [mod.name, mod]));
  const gone = [...before.keys()].filter((name) => !current.has(name));
  const changed = mods.filter((mod) => {
    const old = before.get(mod.name);
    return old === undefined || JSON.stringify(old.files) !== JSON.stringify(mod.files);
  });
  const news = [...changed, ...gone.map((name) => ({ name, files: {} }))];
  if (news.length > 0) for (const listener of listeners) listener(news);
}

/** Hears of all mods now, and of those that change from then on. @returns How to stop it. */
export function watchMods(listener: (changed: readonly PageMod[]) => void): () => void {
  listeners.add(listener);
  if (current.size > 0) listener([...current.values()]);
  return () => void listeners.delete(listener);
}
