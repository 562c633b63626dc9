import type { Snapshot } from '#index/port.ts';
import type { NodeFilter } from './node-filter.ts';

/** A combination of the columns that a list of nodes filters by, in an index with totals. */
interface Category {
  id: number;
  kind: number;
  language: number;
  exported: number;
  classes: number;
  /** Nodes in it. */
  n: number;
}

/** The categories that a filter matches. */
export interface Categories {
  /** Their ids, as a JSON array. */
  ids: string;
  /** The bit of each id, for `OF_CATEGORIES`. */
  bits: Uint8Array;
  /** Nodes in them, of all projects. */
  nodes: number;
}

/** A condition on a column `category_id`, with the bits as its value: a join could read the rows once for each category. */
export const OF_CATEGORIES = 'get_bit(?, category_id) = 1';

const ALL = 'SELECT id, kind, language_id, exported, classes, n FROM node_category ORDER BY id';

/** An index does not change while it is open. */
const OF_CONNECTION = new WeakMap<object, readonly Category[]>();

export function categoriesOf(snapshot: Snapshot, filter: NodeFilter): Categories {
  const all = OF_CONNECTION.get(snapshot.connection) ?? readCategories(snapshot);
  OF_CONNECTION.set(snapshot.connection, all);
  const matching = all.filter((category) => matches(category, filter));
  const bits = new Uint8Array(((all.at(-1)?.id ?? 0) >> 3) + 1);
  for (const { id } of matching) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7));
  return {
    ids: JSON.stringify(matching.map(({ id }) => id)),
    bits,
    nodes: matching.reduce((sum, { n }) => sum + n, 0),
  };
}

function readCategories(snapshot: Snapshot): readonly Category[] {
  return snapshot.all(ALL, [], (row) => ({
    id: row.integer('id'),
    kind: row.integer('kind'),
    language: row.integer('language_id'),
    exported: row.integer('exported'),
    classes: row.integer('classes'),
    n: row.integer('n'),
  }));
}

function matches({ kind, language, exported, classes }: Category, filter: NodeFilter): boolean {
  const within = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most;
  const [wanted, unwanted] = filter.classes;
  return (
    within(kind, filter.kinds) &&
    within(language, filter.languages) &&
    within(exported, filter.exported) &&
    (classes & wanted) === wanted &&
    (classes & unwanted) === 0
  );
}
