import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import { findRepeatedRuns } from './repeated-runs.ts';
import { ALL_RUNS, type RepeatedRun, type RunBudget } from './run-choice.ts';
import { suffixArray } from './suffix-array.ts';
import { unitText } from './unit-text.ts';

const SYMBOLS = 3;
const MIN_NODES = 2;

/** The symbols of the units of each file; a unit has one node, and those of a file follow each other. */
type Files = readonly (readonly number[])[];

function columnsOf(files: Files) {
  const all = files.flatMap((symbols, file) => symbols.map((symbol, at) => ({ file, symbol, at, symbols })));
  return {
    file: Uint32Array.from(all, ({ file }) => file),
    nodes: new Uint32Array(all.length).fill(1),
    parent: new Int32Array(all.length).fill(-1),
    isFunction: new Uint32Array(all.length),
    isStart: Uint8Array.from(all, ({ at }) => (at === 0 ? 1 : 0)),
    next: Int32Array.from(all, ({ at, symbols }, unit) => (at + 1 < symbols.length ? unit + 1 : -1)),
    same: Uint32Array.from(all, ({ symbol }) => symbol),
  };
}

function runsOf(files: Files, budget: RunBudget, symbols = SYMBOLS) {
  const columns = columnsOf(files);
  const text = unitText(columns, columns.same, symbols);
  const { runs, leftOut } = findRepeatedRuns(text, suffixArray(text.symbols, symbols), columns, MIN_NODES, budget);
  return { runs, leftOut, file: columns.file };
}

const keyOf = ({ length, starts }: RepeatedRun) => `${length} ${[...starts].join()}`;

/** Without the occurrences in some files; undefined for one that does not occur twice elsewhere. */
function outside(run: RepeatedRun, files: ReadonlySet<number>, fileOf: Uint32Array): RepeatedRun | undefined {
  const starts = run.starts.filter((start) => !files.has(fileOf[start] ?? -1));
  return starts.length < 2 ? undefined : { length: run.length, starts };
}

const sequences = fc.array(fc.array(fc.nat(SYMBOLS - 1), { maxLength: 24 }), { maxLength: 5 });
const budgets = fc.record({ nodes: fc.nat(30), nodes_of_node: fc.nat(2) });

test('a run of files with budget left has all its occurrences in these, and only files without are named', () => {
  fc.assert(
    fc.property(sequences, budgets, (files, budget) => {
      const all = runsOf(files, ALL_RUNS);
      const some = runsOf(files, budget);
      const { files: full } = some.leftOut;
      const found = new Set(some.runs.flatMap((run) => outside(run, full, some.file) ?? []).map(keyOf));
      for (const run of all.runs) {
        const rest = outside(run, full, all.file);
        if (rest !== undefined) expect(found).toContain(keyOf(rest));
      }
      if (full.size === 0) expect(some.runs.map(keyOf)).toEqual(all.runs.map(keyOf));
    }),
    { numRuns: searchRuns(1000) },
  );
});

test('the runs of a file exceed its budget by less than the last one, and larger runs come first', () => {
  fc.assert(
    fc.property(sequences, budgets, (files, budget) => {
      const { runs, leftOut, file } = runsOf(files, budget);
      if (leftOut.files.size === 0) return;
      const lengths = runs.map(({ length }) => length);
      expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
      for (const number of leftOut.files) {
        const most = budget.nodes + budget.nodes_of_node * (files[number]?.length ?? 0);
        const spent = runs.map((run) => run.length * run.starts.filter((start) => file[start] === number).length);
        const own = spent.filter((nodes) => nodes > 0);
        const before = own.slice(0, -1).reduce((sum, nodes) => sum + nodes, 0);
        expect(before).toBeLessThanOrEqual(most);
      }
    }),
    { numRuns: searchRuns(1000) },
  );
});

test('windows of one sequence have as many listed occurrences for each unit however many there are', () => {
  const WINDOW = 40;
  const occurrences = (count: number) => {
    const windows = Array.from({ length: count }, (_, from) => Array.from({ length: WINDOW }, (_, at) => from + at));
    const budget = { nodes: 0, nodes_of_node: 16 };
    const { runs, leftOut } = runsOf(windows, budget, count + WINDOW);
    expect(leftOut.occurrences).toBeGreaterThan(count);
    return runs.reduce((sum, { starts }) => sum + starts.length, 0) / count;
  };
  expect(occurrences(800)).toBeLessThan(1.2 * occurrences(200));
});
