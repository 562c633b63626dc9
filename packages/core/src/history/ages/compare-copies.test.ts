import { expect, test } from 'vitest';
import { align } from '#relate/align/align.ts';
import { compareCopies } from './compare-copies.ts';
import { TracedCopy, UNCOMMITTED } from './traced-copy.ts';

const NEW = Number.POSITIVE_INFINITY;

/** A copy that is all of its file. @param versions newest first, each with the commit that wrote it */
function copy(...versions: [commit: number, text: string][]): TracedCopy {
  const lines = versions.map(([, text]) => ['def a():', ...text.split(' ')]);
  const traced = new TracedCopy(lines[0] ?? [], { start: 0, end: lines[0]?.length ?? 0 });
  for (const [at, [commit]] of versions.entries()) {
    const [after = [], before] = lines.slice(at);
    if (before === undefined) {
      if (commit !== NEW) traced.start(commit);
    } else traced.change(commit, align(before, after), before, after);
  }
  return traced;
}

test('copies that one commit wrote and none edited came together and are equal since then', () => {
  expect(compareCopies([copy([3, 'a b c']), copy([3, 'a b c'])])).toEqual({
    first: undefined,
    together: 0,
    apart: 0,
    differ: false,
    since: 3,
  });
});

test('copies of which one was edited differ since that commit, and the older one is the first', () => {
  const copies = [copy([2, 'a b c d']), copy([1, 'a b c d X'], [5, 'a b c d'])];
  expect(compareCopies(copies)).toEqual({ first: 1, together: 0, apart: 1, differ: true, since: 1 });
});

test('copies that were edited apart and then again to the same lines are equal since the second edit', () => {
  const copies = [copy([1, 'a b c d X'], [5, 'a b c d']), copy([2, 'a b c d X'], [5, 'a b c d'])];
  expect(compareCopies(copies)).toEqual({ first: undefined, together: 0, apart: 2, differ: false, since: 1 });
});

test('a commit that edits all copies counts as together, one before the second copy came as none', () => {
  const copies = [copy([1, 'a b c d Y'], [7, 'a b c d X'], [9, 'a b c d']), copy([1, 'a b c d Y'], [5, 'a b c d X'])];
  expect(compareCopies(copies)).toEqual({ first: 0, together: 1, apart: 0, differ: false, since: 5 });
});

test('copies older than all searched commits have no time since when they are equal', () => {
  expect(compareCopies([copy([NEW, 'a b']), copy([NEW, 'a b'])]).since).toBe(NEW);
});

test('an edit that is not committed counts as none, but decides whether copies differ', () => {
  const copies = [copy([UNCOMMITTED, 'a b c d X'], [5, 'a b c d']), copy([5, 'a b c d'])];
  expect(compareCopies(copies)).toEqual({ first: undefined, together: 0, apart: 0, differ: true, since: UNCOMMITTED });
});

test('a commit that writes more than half of the lines anew is the one with which a copy came', () => {
  expect(copy([4, 'e f g h i j k l'], [9, 'a b c']).came).toBe(4);
  expect(copy([4, 'a b c d'], [9, 'a b c']).came).toBe(9);
});
