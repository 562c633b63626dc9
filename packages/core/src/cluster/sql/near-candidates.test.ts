import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#index/sqlite/driver.ts';
import { Statements } from '#index/sqlite/statements.ts';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import { Components } from '../near/components.ts';
import { type Dialect, DUCKDB } from './dialect.ts';
import {
  classesQuery,
  keysQuery,
  type NearTables,
  pairsQuery,
  prefixesQuery,
  type Slice,
  sharedQuery,
  slicesOf,
} from './near-candidates.ts';

/** The statements of the engines on SQLite, with a table for each file. */
const SQLITE: Dialect = {
  ...DUCKDB,
  read: (path) => path,
  each: () => 'gram',
  text: (number) => `CAST(${number} AS TEXT)`,
  joined: (column) => `group_concat(${column}, ',' ORDER BY ${column})`,
  // Equal strings have equal hashes, others do not.
  sha256: (string) => string,
};

const TABLES: NearTables = {
  units: [
    { path: 'units_0', before: 0 },
    { path: 'units_1', before: 3 },
  ],
  shared: 'shared',
  keys: 'keys',
  classes: 'classes',
  prefixes: 'prefixes',
  pairs: 'pairs',
  components: 'components',
};

let database: Database;
beforeAll(async () => {
  database = await openDatabase(':memory:', { readOnly: false });
});

interface Found {
  pairs: Set<string>;
  /** By unit. */
  classes: Map<number, number>;
}

/** Runs the statements over sets, of which the first three are in one export and the others in another one. */
function candidates(sets: readonly Set<number>[], slices: readonly Slice[]): Found {
  const statements = new Statements(database);
  const create = (table: string, queries: readonly string[]) => {
    // SQLite calls these functions min and max.
    const sql = queries.join(' UNION ALL ').replaceAll('least(', 'min(').replaceAll('greatest(', 'max(');
    database.exec(`DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table} AS ${sql};`);
  };
  for (const [at, { path, before }] of TABLES.units.entries()) {
    const own = at === 0 ? sets.slice(0, 3) : sets.slice(3);
    const rows = own.flatMap((grams, unit) => [...grams].map((gram) => `(${unit}, ${grams.size}, ${gram})`));
    database.exec(`DROP TABLE IF EXISTS ${path}; CREATE TABLE ${path} (unit INTEGER, size INTEGER, gram INTEGER);`);
    if (rows.length > 0) database.exec(`INSERT INTO ${path} VALUES ${rows.join(', ')}`);
    expect(before).toBe(at * 3);
  }
  create(
    'shared',
    slices.map((slice) => sharedQuery(SQLITE, TABLES, slice)),
  );
  create('keys', [
    keysQuery(SQLITE, TABLES, { from: 0, to: 2 }),
    keysQuery(SQLITE, TABLES, { from: 2, to: sets.length }),
  ]);
  create('classes', [classesQuery(SQLITE, TABLES)]);
  create('prefixes', [prefixesQuery(SQLITE, TABLES)]);
  create('pairs', [pairsQuery(SQLITE, TABLES)]);
  return {
    pairs: new Set(
      statements.all('SELECT one, other FROM pairs', [], (row) => `${row.integer('one')} ${row.integer('other')}`),
    ),
    classes: new Map(
      statements.all('SELECT unit, class FROM classes', [], (row) => [row.integer('unit'), row.integer('class')]),
    ),
  };
}

/** Sets that are often similar: parts of a few runs of numbers, with single numbers of their own. */
const sets = fc.array(
  fc
    .record({
      from: fc.integer({ min: -5, max: 5 }),
      length: fc.integer({ min: 4, max: 16 }),
      own: fc.array(fc.integer({ min: 1000, max: 1100 }), { maxLength: 6 }),
    })
    .map(({ from, length, own }) => {
      // Far apart, so that slices divide them.
      const run = Array.from({ length }, (_, at) => (from + at) * 2 ** 45);
      return new Set([...run, ...own]);
    }),
  { minLength: 2, maxLength: 12 },
);

function areSimilar(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  const common = [...a].filter((gram) => b.has(gram)).length;
  return 3 * common >= a.size + b.size;
}

test('similar sets are in one class or are a candidate pair of classes, for any number of slices', () => {
  const numRuns = searchRuns(300);
  let [similar, apart] = [0, 0];
  fc.assert(
    fc.property(sets, fc.constantFrom(1, 2, 8), (all, count) => {
      const { pairs, classes } = candidates(all, slicesOf(count));
      for (const [one, a] of all.entries()) {
        for (const [other, b] of all.entries()) {
          if (other <= one) continue;
          const [first, second] = [classes.get(one), classes.get(other)];
          const isCandidate =
            first !== undefined && second !== undefined && (first === second || isPair(first, second, pairs));
          if (areSimilar(a, b)) expect(isCandidate).toBe(true);
          if (areSimilar(a, b)) similar++;
          if (!isCandidate) apart++;
        }
      }
    }),
    { numRuns },
  );
  // The test is not about nothing.
  expect(Math.min(similar, apart)).toBeGreaterThan(1.6 * numRuns);
});

function isPair(a: number, b: number, pairs: ReadonlySet<string>): boolean {
  return pairs.has(`${Math.min(a, b)} ${Math.max(a, b)}`);
}

test('candidates do not depend on the number of slices', () => {
  fc.assert(
    fc.property(sets, (all) => {
      expect(candidates(all, slicesOf(8))).toEqual(candidates(all, slicesOf(1)));
    }),
    { numRuns: 100 },
  );
});

test('many sets that differ only in 5-grams of their own are one class, without pairs', () => {
  const common = Array.from({ length: 30 }, (_, gram) => gram);
  const all = Array.from({ length: 300 }, (_, unit) => new Set([...common, 1000 + unit, 2000 + unit]));
  const { pairs, classes } = candidates(all, slicesOf(4));
  expect(pairs.size).toBe(0);
  expect(new Set(classes.values())).toEqual(new Set([0]));
});

test('components are those of a search along the pairs, with their least unit', () => {
  const arbitrary = fc.integer({ min: 1, max: 30 }).chain((units) => {
    const unit = fc.nat(units - 1);
    return fc.record({ units: fc.constant(units), pairs: fc.array(fc.tuple(unit, unit), { maxLength: 40 }) });
  });
  fc.assert(
    fc.property(arbitrary, ({ units, pairs }) => {
      const components = new Components(units);
      for (const [one, other] of pairs) components.join(one, other);
      for (let unit = 0; unit < units; unit++) {
        const reached = new Set([unit]);
        for (const at of reached) {
          for (const [one, other] of pairs) {
            if (one === at) reached.add(other);
            if (other === at) reached.add(one);
          }
        }
        expect(components.of(unit)).toBe(Math.min(...reached));
      }
    }),
  );
});
