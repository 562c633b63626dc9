import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#index/sqlite/driver.ts';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import { repeatedQuery } from './block-classes.ts';
import { DUCKDB } from './dialect.ts';
import type { Part } from './parts.ts';

/** The statements of the engines on SQLite, with a table for each file. */
const SQLITE = { ...DUCKDB, read: (path: string) => path };
const FILES = ['starts_0', 'starts_1'];

let database: Database;
beforeAll(async () => {
  database = await openDatabase(':memory:', { readOnly: false });
});

const start = fc.record({
  kind: fc.constantFrom('block', 'block-shape'),
  seed: fc.nat(4),
  before: fc.nat(2),
  is_first: fc.constantFrom(0, 0, 0, 1),
  source: fc.nat(1),
});

test('starts are repeated if their seed occurs twice, and diverse unless the same unit is before each of them', () => {
  const parts = (count: number): Part[] => {
    return Array.from({ length: count }, (_, at) => ({
      first: (256 / count) * at,
      last: (256 / count) * (at + 1) - 1,
    }));
  };
  fc.assert(
    fc.property(fc.array(start, { maxLength: 20 }), fc.constantFrom(1, 4), (all, count) => {
      for (const [source, name] of FILES.entries()) {
        const rows = all.flatMap((its, unit) => {
          const { kind, seed, before, is_first } = its;
          return its.source === source
            ? [`('${kind}', ${seed * 50}, ${seed}, ${before}, ${is_first}, 7, ${unit})`]
            : [];
        });
        const columns = 'kind, hash_range, seed, before, is_first, file, unit';
        database.exec(`DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name} (${columns})`);
        if (rows.length > 0) database.exec(`INSERT INTO ${name} VALUES ${rows.join(', ')}`);
      }
      for (const kinds of [['block'], ['block', 'block-shape']]) {
        const found = parts(count).flatMap((part) =>
          database
            .prepare(repeatedQuery(SQLITE, FILES, kinds, part))
            .all()
            .map((row) => JSON.stringify(row)),
        );
        const expected = all.flatMap(({ kind, seed, source }, unit) => {
          const its = all.filter((other) => other.kind === kind && other.seed === seed);
          if (!kinds.includes(kind) || its.length < 2) return [];
          const before = new Set(its.map((other) => (other.is_first === 1 ? 'none' : other.before)));
          const is_diverse = before.size > 1 || before.has('none') ? 1 : 0;
          return [JSON.stringify({ source, file: 7, unit, kind, seed, is_diverse })];
        });
        expect(found.sort()).toEqual(expected.sort());
      }
    }),
    { numRuns: searchRuns(300) },
  );
});
