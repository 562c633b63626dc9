import type { Snapshot } from '#index/port.ts';

const GRAMS = 'SELECT gram, n FROM name_gram';

/** An index does not change while it is open. */
const OF_CONNECTION = new WeakMap<object, ReadonlyMap<string, number>>();

/** How many of a sample of names have a trigram, in an index with totals. */
export function gramFrequency(snapshot: Snapshot): (trigram: string) => number {
  const known =
    OF_CONNECTION.get(snapshot.connection) ??
    new Map(snapshot.all(GRAMS, [], (row): [string, number] => [row.text('gram'), row.integer('n')]));
  OF_CONNECTION.set(snapshot.connection, known);
  return (trigram) => known.get(trigram.toLowerCase()) ?? 0;
}
