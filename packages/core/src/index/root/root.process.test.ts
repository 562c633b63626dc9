import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { dbOf, engineOfThisProcess, forge, indexFolder } from '../fixture.ts';
import { openIndex } from '../reader.ts';
import { groupLine, memberLine } from './canonical-line.ts';
import { merkleRoot } from './merkle-root.ts';
import { type RangeSum, RangeSums } from './range-sums.ts';
import { type Verification, verifyRoot } from './stored-root.ts';

const FINGERPRINT = `0a${'b'.repeat(62)}`;
const GROUP = { kind: 'function-body', fingerprint: FINGERPRINT, id: 'g_00112233445566778899' };

test('canonical lines escape backslash, TAB and LF, and other fields are as specified', () => {
  const at = { project: 'a\tb', path: 'c\\n\nd.py', startByte: 7 };
  expect(groupLine(GROUP, { occurrences: 3, projects: 2 }, at)).toBe(
    `g\tfunction-body\t${FINGERPRINT}\tg_00112233445566778899\t3\t2\ta\\tb\tc\\\\n\\nd.py\t7\n`,
  );
  expect(memberLine(GROUP, { ...at, endByte: 9, similarity: undefined })).toBe(
    `m\tfunction-body\t${FINGERPRINT}\tg_00112233445566778899\ta\\tb\tc\\\\n\\nd.py\t7\t9\t\n`,
  );
  expect(memberLine({ ...GROUP, kind: 'near' }, { ...at, endByte: 9, similarity: 812 })).toMatch(/\t9\t812\n$/);
});

test('the root of known lines is the one of docs/specifications/root.md', () => {
  // Computed with `Python's `hashlib`, independent of this code.
  expect(merkleRoot([])).toBe('d7a2a9a8519bf4fc01dad9f6ca40d2fbde68d4ca74b2c7d2e05a4388c087bcc4');
  const sums = new RangeSums();
  sums.add('00', 'a\n');
  sums.add('ff', 'b\n');
  expect(merkleRoot(sums.ranges())).toBe('2c6a7db94338a524f99829ddf880248207ee6e1c1dc1359185765809724bc2f2');
});

const lines = fc.array(fc.tuple(fc.constantFrom('00', '01', '7f', 'ff'), fc.string()), { maxLength: 60 });

function sumsOf(of: readonly (readonly [string, string])[]): RangeSum[] {
  const sums = new RangeSums();
  for (const [fingerprint, line] of of) sums.add(fingerprint, line);
  return sums.ranges();
}

test('sums do not depend on the order of lines', () => {
  fc.assert(
    fc.property(
      lines.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        expect(sumsOf(shuffled)).toEqual(sumsOf(all));
      },
    ),
  );
});

test('sums of parts add up to the sums of all lines', () => {
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const both = new RangeSums();
      for (const its of sumsOf(one)) both.merge(its);
      for (const its of sumsOf(other)) both.merge(its);
      expect(both.ranges()).toEqual(sumsOf([...one, ...other]));
    }),
  );
});

test('sums stay exact after more lines than a double can sum', () => {
  const sums = new RangeSums();
  const many = { range: 255, lines: 2n ** 40n, sums: Array.from({ length: 8 }, () => 2n ** 72n + 1n) };
  sums.merge(many);
  sums.add('ff', 'a\n');
  const [one] = sumsOf([['ff', 'a\n']]).slice(255);
  expect(sums.ranges()[255]).toEqual({
    range: 255,
    lines: many.lines + 1n,
    sums: many.sums.map((sum, word) => sum + (one?.sums[word] ?? 0n)),
  });
});

const body = (name: string, plus: string) =>
  `def ${name}(a, b):\n    c = [a + ${plus}, b * 2]\n    return [c, a - b, b]\n`;

const files = {
  'w/one/setup.py': '',
  'w/one/a.py': body('f', '1') + body('g', '2'),
  'w/two/setup.py': '',
  'w/two/b.py': body('x', '1') + body('y', '3'),
};

describe('an index', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await engineOfThisProcess();
  });

  async function indexOf(content: Record<string, string>): Promise<{ db: string; id: string }> {
    const folder = join(fixtureFolder(content), 'w');
    const id = await indexFolder(folder, { engine, scan: { kinds: ['function-body'] } });
    return { db: dbOf(folder), id };
  }

  async function verify(db: string): Promise<Verification> {
    const reader = await openIndex(db);
    try {
      return reader.read(verifyRoot);
    } finally {
      reader.close();
    }
  }

  test('has the root of its groups', async () => {
    const { root, computed, ofStoredSums, lines: count, ranges } = await verify((await indexOf(files)).db);
    expect(root).toMatch(/^[0-9a-f]{64}$/);
    expect(computed).toBe(root);
    expect(ofStoredSums).toBe(root);
    expect(ranges).toEqual([]);
    // One group of two identical functions with its two occurrences.
    expect(count).toBe(3n);
  });

  test('has the same root after a change that affects no group, and another one after a change that does', async () => {
    const first = await indexOf(files);
    const { root } = await verify(first.db);
    const notes = await indexOf({ ...files, 'w/two/notes.md': 'text' });
    expect(notes.id).not.toBe(first.id);
    expect((await verify(notes.db)).root).toBe(root);
    expect((await verify((await indexOf({ ...files, 'w/two/c.py': body('z', '2') })).db)).root).not.toBe(root);
  });

  test.each<[what: string, sql: string]>([
    ['an occurrence is missing', 'DELETE FROM occurrence WHERE seq = 1'],
    [
      'an occurrence moved',
      'UPDATE node SET start_byte = start_byte + 1 WHERE id = (SELECT min(node_id) FROM occurrence)',
    ],
    ['a file has another path', "UPDATE file SET path = 'c.py' WHERE path = 'b.py'"],
    ['a group has another number of occurrences', 'UPDATE clone_group SET occurrences = 3'],
    ['a group has an unknown kind', 'UPDATE clone_group SET kind = 99'],
    ['a group has another id', "UPDATE group_detail SET key = x'00112233445566778899'"],
    ['a stored sum differs', "UPDATE root_range SET sums = '1' || sums"],
    ['a stored sum is not a number', "UPDATE root_range SET sums = 'x'"],
    ['a stored range is missing', 'DELETE FROM root_range'],
  ])('differs in one range if %s', async (_what, sql) => {
    const { db } = await indexOf(files);
    await forge(db, sql);
    expect((await verify(db)).ranges).toHaveLength(1);
  });

  test('differs in its root if only the stored root changed', async () => {
    const { db } = await indexOf(files);
    await forge(db, `UPDATE snapshot SET root = '${'0'.repeat(64)}'`);
    const { root, computed, ofStoredSums, ranges } = await verify(db);
    expect(ranges).toEqual([]);
    expect(computed).toBe(ofStoredSums);
    expect(root).not.toBe(computed);
  });
});
