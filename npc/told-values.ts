import type { Context } from './context.ts';
import type { Store } from './fields.ts';
import type { BehaviourName } from './names.ts';
import type { BehaviourValues } from './values.ts';

/** What a behaviour was told, by the names of {@link BehaviourValues}, read from the cells of its columns. */
export function toldValues<Name extends BehaviourName>(
  c: Context,
  name: Name,
  cells: Record<string, number | number[]>,
): Required<BehaviourValues[Name]> {
  const store: Store = c.stores[name];
  const values: [string, unknown][] = [];
  for (const [key, field] of store.fields) {
    const cell = cells[key];
    if (field.meaning === 'flag') values.push([key, cell === 1]);
    else if (field.meaning === 'choice') values.push([key, field.choices[cell as number]]);
    else if (field.meaning === 'tags') values.push([key, c.tags.namesOf(cell as number)]);
    else if (field.meaning === 'emotes') values.push([key, (cell as number[]).filter((emote) => emote !== 0)]);
    else if (field.meaning === 'route') values.push([key, c.routes.points(cell as number) ?? 0]);
    else if (field.meaning !== 'state') values.push([key, cell]);
  }
  return Object.fromEntries(values) as Required<BehaviourValues[Name]>;
}

/** The cells of a behaviour that is added without values. */
export function initialCells(c: Context, name: BehaviourName): Record<string, number | number[]> {
  const store: Store = c.stores[name];
  const cells = [...store.fields].map(([key, { initial, length }]) => {
    return [key, length === 1 ? initial : Array<number>(length).fill(initial)] as const;
  });
  return Object.fromEntries(cells);
}
