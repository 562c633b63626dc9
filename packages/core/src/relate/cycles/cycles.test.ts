import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cycle } from '../model.ts';
import { vectors } from '../test-project.ts';
import { findCycles } from './find-cycles.ts';

interface Case {
  why: string;
  imports: Record<string, string[]>;
  cycles: Cycle[];
}

const cyclesOf = (imports: Record<string, readonly string[]>) =>
  findCycles(new Map(Object.entries(imports).map(([path, targets]) => [path, new Set(targets)])));

test.each(vectors<Case>('cycles.json'))('$why', ({ imports, cycles }) => {
  expect(cyclesOf(imports)).toEqual(cycles);
});

describe('compared with brute force', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const graphs = fc.dictionary(fc.constantFrom(...names), fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }), {
    noNullPrototype: true,
  });

  test('a component is a set of files that reach each other', () => {
    fc.assert(
      fc.property(graphs, (imports) => {
        const reach = new Map(names.map((name) => [name, reachable(imports, name)]));
        const together = names
          .filter((name) => reach.get(name)?.has(name))
          .map((name) => names.filter((other) => reach.get(name)?.has(other) && reach.get(other)?.has(name)).join(''));
        expect(cyclesOf(imports).map(({ files }) => files.join(''))).toEqual([...new Set(together)].sort());
      }),
    );
  });

  test('the example is the smallest of the shortest cycles', () => {
    fc.assert(
      fc.property(graphs, (imports) => {
        for (const { files, example } of cyclesOf(imports)) {
          expect(example.join('')).toEqual(allCycles(imports, files)[0]);
        }
      }),
    );
  });

  test('the order of files and imports does not change the result', () => {
    const shuffled = graphs.chain((imports) =>
      fc.tuple(
        fc.constant(imports),
        fc.shuffledSubarray(Object.keys(imports), { minLength: Object.keys(imports).length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([imports, order]) => {
        const other = Object.fromEntries(order.map((name) => [name, [...(imports[name] ?? [])].reverse()]));
        expect(cyclesOf(other)).toEqual(cyclesOf(imports));
      }),
    );
  });
});

describe('large components', () => {
  const path = (n: number) => `f${String(n).padStart(6, '0')}`;
  const graph = (count: number, targets: (n: number) => number[]) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [path(n), targets(n).map((it) => path(it % count))]));

  test('finds one ring of 100,000 files', () => {
    const [cycle, ...others] = cyclesOf(graph(100_000, (n) => [n + 1]));
    expect(others).toEqual([]);
    expect(cycle?.example).toHaveLength(100_000);
    expect(cycle?.example.slice(0, 3)).toEqual([path(0), path(1), path(2)]);
  });

  test('finds the cycle of 5,000 files with 20 imports each', () => {
    const jumps = Array.from({ length: 20 }, (_, n) => n * n + n + 1);
    const [cycle] = cyclesOf(graph(5_000, (n) => jumps.map((jump) => n + jump)));
    expect(cycle?.files).toHaveLength(5_000);
    const total = cycle?.example.length ?? 0;
    expect(total).toBeGreaterThan(2);
    expect(total).toBeLessThan(40);
  });

  test('finds the cycle of 100 layers of 50 files that import the complete next layer', () => {
    const layer = (n: number) => Array.from({ length: 50 }, (_, at) => (Math.floor(n / 50) + 1) * 50 + at);
    const [cycle] = cyclesOf(graph(5_000, layer));
    expect(cycle?.example).toEqual(Array.from({ length: 100 }, (_, n) => path(n * 50)));
  });
});

function reachable(imports: Record<string, readonly string[]>, from: string): Set<string> {
  const found = new Set<string>();
  const queue = [from];
  for (const name of queue) {
    for (const next of imports[name] ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      queue.push(next);
    }
  }
  return found;
}

/** Every simple cycle of some files, starting at its smallest file; shortest first, then in order. */
function allCycles(imports: Record<string, readonly string[]>, files: readonly string[]): string[] {
  const found: string[] = [];
  const extend = (start: string, path: string): void => {
    for (const next of imports[path.at(-1) ?? ''] ?? []) {
      if (next === start) found.push(path);
      else if (next > start && files.includes(next) && !path.includes(next)) extend(start, path + next);
    }
  };
  for (const start of files) extend(start, start);
  return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}
