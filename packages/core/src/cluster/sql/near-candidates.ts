import type { Dialect } from './dialect.ts';

/** Paths of tables, all folders but those of the exports. */
export interface NearTables {
  /** `near_units.parquet` of each export, with the number of units in those before. */
  units: readonly { path: string; before: number }[];
  /** Units with their 5-grams that occur in several units: unit, size, gram, frequency. */
  shared: string;
  /** The sets of units: unit, size, alone, key_of_set. */
  keys: string;
  /** Units by class: unit, size, alone, class. */
  classes: string;
  /** The first 5-grams of each class: class, gram, place, size. */
  prefixes: string;
  /** Pairs of classes that may be similar: one, other. */
  pairs: string;
  /** Units by component: unit, component. */
  components: string;
}

/** A slice of the 64-bit integers: from one, inclusive, to another, exclusive; undefined for no bound. */
export interface Slice {
  from: bigint | undefined;
  to: bigint | undefined;
}

const [LEAST, VALUES] = [-(2n ** 63n), 2n ** 64n];

/** Slices of equal width. */
export function slicesOf(count: number): Slice[] {
  const bound = (at: number) => (at === 0 || at === count ? undefined : LEAST + (VALUES * BigInt(at)) / BigInt(count));
  return Array.from({ length: count }, (_, at) => ({ from: bound(at), to: bound(at + 1) }));
}

function isIn(column: string, { from, to }: Slice): string {
  const bounds = [
    ...(from === undefined ? [] : [`${column} >= ${from}`]),
    ...(to === undefined ? [] : [`${column} < ${to}`]),
  ];
  return bounds.length === 0 ? '1 = 1' : bounds.join(' AND ');
}

/** The 5-grams of a slice that occur in several units. */
export function sharedQuery(dialect: Dialect, { units }: NearTables, slice: Slice): string {
  const grams = unitsWith(dialect, units, ['size', `${dialect.each('grams')} AS gram`]);
  const sliced = `SELECT unit, size, gram FROM (${grams}) AS exploded WHERE ${isIn('gram', slice)}`;
  return `
    SELECT found.unit AS unit, found.size AS size, found.gram AS gram, frequency
    FROM (${sliced}) AS found
    JOIN (
      SELECT gram, CAST(count(*) AS BIGINT) AS frequency FROM (${sliced}) AS counted
      GROUP BY gram HAVING count(*) > 1
    ) AS frequencies ON frequencies.gram = found.gram`;
}

/**
 * For some units the number of 5-grams that occur nowhere else, and a hash of the others.
 *
 * @param from of these units, inclusive; `to` exclusive
 */
export function keysQuery(
  dialect: Dialect,
  { shared }: NearTables,
  { from, to }: { from: number; to: number },
): string {
  const key = dialect.sha256(`concat(${dialect.text('size')}, ':', ${dialect.joined('gram')})`);
  return `
    SELECT unit, size, CAST(size - count(*) AS BIGINT) AS alone, ${key} AS key_of_set
    FROM ${dialect.read(shared)} AS sets WHERE unit >= ${from} AND unit < ${to} GROUP BY unit, size`;
}

/**
 * Units with equal sets, but for 5-grams that occur nowhere else, share the same 5-grams with every other unit: they are
 * a class, whose number is that of its first unit. Without classes, many identical units would be a square of pairs.
 */
export function classesQuery(dialect: Dialect, { keys }: NearTables): string {
  return `
    SELECT unit, size, alone, CAST(min(unit) OVER (PARTITION BY key_of_set) AS BIGINT) AS class
    FROM ${dialect.read(keys)} AS keyed`;
}

/**
 * The first ⌊size/2⌋+1 5-grams of each class, rarest first, with their places. The prefixes of two similar sets share a
 * 5-gram (Chaudhuri et al. 2006); those that occur once come first and cannot match.
 */
export function prefixesQuery(dialect: Dialect, { shared, classes }: NearTables): string {
  return `
    SELECT class, gram, place, size
    FROM (
      SELECT
        sets.unit AS class, gram, sets.size AS size,
        alone - 1 + row_number() OVER (PARTITION BY sets.unit ORDER BY frequency, gram) AS place
      FROM ${dialect.read(shared)} AS sets
      JOIN (SELECT unit, alone FROM ${dialect.read(classes)} AS every WHERE unit = class) AS firsts
      ON firsts.unit = sets.unit
    ) AS placed
    WHERE 2 * place <= size`;
}

/**
 * Pairs that share a 5-gram of their prefixes, unless their sizes or the places of the last common one exclude
 * 3·common ≥ size + size (PPJoin, Xiao et al. 2008).
 */
export function pairsQuery(dialect: Dialect, { prefixes }: NearTables): string {
  const read = dialect.read(prefixes);
  const most = 'count(*) + least(max(a.size) - max(a.place) - 1, max(b.size) - max(b.place) - 1)';
  return `
    SELECT a.class AS one, b.class AS other
    FROM ${read} AS a JOIN ${read} AS b ON a.gram = b.gram
    WHERE a.class < b.class AND 2 * least(a.size, b.size) >= greatest(a.size, b.size)
    GROUP BY a.class, b.class
    HAVING 3 * (${most}) >= max(a.size) + max(b.size)`;
}

const COLUMNS = [
  ...['project', 'path', 'start_byte', 'end_byte', 'start_line', 'end_line', 'nodes', 'name', 'language', 'classes'],
  ...['declaration', 'around', 'body', 'shape', 'fingerprint', 'size', 'grams'],
] as const;

/** The units of components, one component after another. */
export function groupedQuery(dialect: Dialect, { units, components }: NearTables): string {
  return `
    SELECT component, ${COLUMNS.map((name) => `every.${name} AS ${name}`).join(', ')}
    FROM (${unitsWith(dialect, units, COLUMNS)}) AS every
    JOIN (SELECT unit, component FROM ${dialect.read(components)} AS written WHERE component >= 0) AS chosen
    ON chosen.unit = every.unit
    ORDER BY component, every.unit`;
}

const SHOWN = ['project', 'path', 'start_byte', 'end_byte', 'start_line', 'end_line', 'name', 'size'] as const;

/** Where the units of components are that are not grouped. */
export function leftOutQuery(dialect: Dialect, { units, components }: NearTables): string {
  return `
    SELECT 'near' AS kind, -1 - component AS component, ${SHOWN.map((name) => `every.${name} AS ${name}`).join(', ')}
    FROM (${unitsWith(dialect, units, SHOWN)}) AS every
    JOIN (SELECT unit, component FROM ${dialect.read(components)} AS written WHERE component < 0) AS chosen
    ON chosen.unit = every.unit`;
}

function unitsWith(dialect: Dialect, units: NearTables['units'], columns: readonly string[]): string {
  return units
    .map(({ path, before }) => {
      return `SELECT unit + ${before} AS unit, ${columns.join(', ')} FROM ${dialect.read(path)} AS export`;
    })
    .join(' UNION ALL ');
}
