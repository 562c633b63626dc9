import type { Dialect } from './dialect.ts';
import type { Part } from './parts.ts';

/**
 * The starts whose seed occurs more than once, over all exports (docs/operate/scale.md): `is_diverse` is 0 if the unit before each of
 * them is the same, so that no run that starts there is maximal.
 *
 * @param starts `block_starts.parquet` of each export
 */
export function repeatedQuery(
  dialect: Dialect,
  starts: readonly string[],
  kinds: readonly string[],
  { first, last }: Part,
): string {
  const where = `hash_range BETWEEN ${first} AND ${last} AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  const rows = (columns: string) => {
    const queries = starts.map((path, at) => {
      return `SELECT CAST(${at} AS INT) AS source, ${columns} FROM ${dialect.read(path)} AS export WHERE ${where}`;
    });
    return queries.join(' UNION ALL ');
  };
  return `
    SELECT source, file, unit, found.kind AS kind, found.seed AS seed, is_diverse
    FROM (${rows('file, unit, kind, seed')}) AS found
    JOIN (
      SELECT
        kind, seed,
        CAST(CASE WHEN max(is_first) = 1 OR min(before) <> max(before) THEN 1 ELSE 0 END AS INT) AS is_diverse
      FROM (${rows('kind, seed, before, is_first')}) AS counted
      GROUP BY kind, seed HAVING count(*) > 1
    ) AS classes ON classes.kind = found.kind AND classes.seed = found.seed`;
}

/** All columns of the rows in a folder, in the order of some of them. */
export function orderedQuery(dialect: Dialect, folder: string, columns: readonly string[]): string {
  return `SELECT * FROM ${dialect.read(folder)} AS written ORDER BY ${columns.join(', ')}`;
}
