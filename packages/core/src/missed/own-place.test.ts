import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommitSearch } from './commit-search.ts';
import { changesOf, withContext } from './hunks.ts';
import { nothingLeftOut } from './model.ts';
import { isOwnPlace, LaterVersion } from './own-place.ts';
import { fileOf, type TestStatement } from './statements-fixture.ts';
import { Vocabulary } from './vocabulary.ts';

const VERSION = { path: 'a.py', object: '1' };

/** Statements of kinds, each with one name; all are informative. */
function statements(kinds: readonly number[], name: number): TestStatement[] {
  return kinds.map((kind) => ({ kind, names: [name, name + 1, 90] }));
}

/** The candidates of a change of the only file, which later got some more statements. */
function candidatesOf(old: TestStatement[], now: TestStatement[], later: TestStatement[]) {
  const vocabulary = new Vocabulary();
  const [one, two, today] = [old, now, later].map((its) => fileOf(its, vocabulary, 12));
  if (one === undefined || two === undefined || today === undefined) throw new RangeError('three versions');
  const leftOut = nothingLeftOut();
  const search = new CommitSearch(
    { paths: ['a.py'], statements: [today], numbers: new Map([['a.py', 0]]) },
    vocabulary,
    leftOut,
  );
  const after = { path: 'a.py', object: '2' };
  const versions = {
    of: ({ object }: { object: string }) => (object === '1' ? one : two),
    bytesOf: () => Promise.reject(),
  };
  const files = [{ before: VERSION, after, today: 'a.py' }];
  return { ...search.candidates(files, versions), leftOut };
}

const AROUND = statements([1, 2, 3], 10);
const LATER = statements([20, 21], 30);

test('a change of a name is not missed by its own place, also when the file got other statements later', () => {
  const old = [...AROUND, ...statements([4], 40), ...AROUND];
  const now = [...AROUND, ...statements([4], 50), ...AROUND];
  for (const later of [now, [...LATER, ...now], [...now, ...LATER]]) {
    const { candidates, leftOut } = candidatesOf(old, now, later);
    expect(candidates).toEqual([]);
    expect(leftOut.has_change).toBe(1);
  }
});

test('the same change is missed by a copy in the same file', () => {
  const [old, now] = [40, 50].map((name) => [...AROUND, ...statements([4], name), ...AROUND]);
  const later = [...(now ?? []), ...LATER, ...(old ?? [])];
  const { candidates } = candidatesOf(old ?? [], now ?? [], later);
  expect(candidates.map(({ place }) => place.window.start)).toEqual([11]);
});

test('a copy that got the names of the change has it', () => {
  const [old, now] = [40, 50].map((name) => [...AROUND, ...statements([4], name), ...AROUND]);
  const { candidates, leftOut } = candidatesOf(old ?? [], now ?? [], [...(now ?? []), ...LATER, ...(now ?? [])]);
  expect(candidates).toEqual([]);
  expect(leftOut.has_change).toBe(1);
});

test('the place of a change is followed through later changes before and after it', () => {
  const amount = fc.nat(4);
  fc.assert(
    fc.property(amount, amount, fc.boolean(), (before, after, inserts) => {
      const vocabulary = new Vocabulary();
      const file = (its: TestStatement[]) => fileOf(its, vocabulary, 12);
      const filling = (count: number, name: number) =>
        statements(
          Array.from({ length: count }, (_, at) => 30 + at),
          name,
        );
      const changed = statements(inserts ? [4, 5] : [5], 40);
      const old = file([...AROUND, ...(inserts ? [] : statements([4], 40)), ...AROUND]);
      const now = file([...AROUND, ...changed, ...AROUND]);
      const today = file([...filling(before, 60), ...AROUND, ...changed, ...AROUND, ...filling(after, 70)]);
      const [hunk] = changesOf(old, now);
      const whole = hunk && withContext(hunk, old);
      if (whole === undefined) throw new RangeError('no change');
      const followed = new LaterVersion(now, today).follow(whole);
      expect(followed.added).toEqual({ start: before + 3, end: before + 3 + changed.length });
      for (let start = 0; start < today.length; start++) {
        const reaches = isOwnPlace(followed, { start, end: start + 1 });
        const { start: from, end: to } = inserts ? followed.after : followed.added;
        expect(reaches).toBe(start >= from && start < to);
      }
    }),
  );
});
