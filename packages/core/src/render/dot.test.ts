import { instance } from '@viz-js/viz';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileEntry, Scan } from '#scan/model.ts';
import { renderDot } from './dot.ts';
import { readScan } from './fixture.ts';

const views = new URL('../../../../fixtures/render/', import.meta.url);
const graphviz = await instance();

interface Graph {
  objects?: { label: string }[];
  edges?: { tail: number; head: number }[];
}

/** The graph as parsed by Graphviz, compiled to WebAssembly. */
function understood(dot: string): Graph {
  return graphviz.renderJSON(dot, { engine: 'dot' }) as Graph;
}

describe('views', () => {
  test.each(['files', 'declarations', 'full'] as const)('graph.%s.dot', async (detail) => {
    const dot = [...renderDot(readScan(), detail)].join('');
    await expect(dot).toMatchFileSnapshot(new URL(`graph.${detail}.dot`, views).pathname);
    expect(understood(dot).objects).toHaveLength(11);
  });
});

test('each pair of importing files is one edge, ambiguous imports included', () => {
  const { objects = [], edges = [] } = understood([...renderDot(readScan(), 'files')].join(''));
  const name = (index: number): string => objects[index]?.label ?? '';
  expect(edges.map(({ tail, head }) => `${name(tail)} > ${name(head)}`).sort()).toEqual([
    'legacy/broken.php > legacy/totals.php',
    'src/app.tsx > src/store.js',
    'src/app.tsx > src/价格.ts',
    'src/store.js > src/app.tsx',
    'src/store.js > src/store.js',
    'tests/latin.py > tests/latin.py',
    'tests/latin.py > tests/zero.py',
  ]);
});

test('Graphviz reads the graph of files with any names', () => {
  const name = fc.string({ unit: 'binary', maxLength: 20 });
  fc.assert(
    fc.property(name, name, (path, declared) => {
      const scan: Scan = readScan();
      const file = scan.entries.find((entry): entry is FileEntry => entry.path === 'src/store.js');
      const relations = scan.relations.get('src/store.js');
      if (file?.facts === undefined || relations === undefined) throw new Error('the vector has no src/store.js');
      for (const declaration of file.facts.declarations) declaration.qualified_name = declared;
      const only: Scan = {
        ...scan,
        root: path,
        entries: [{ ...file, path }],
        relations: new Map([[path, relations]]),
      };
      for (const detail of ['files', 'full'] as const) {
        expect(understood([...renderDot(only, detail)].join('')).objects).toHaveLength(1);
      }
    }),
    { numRuns: 50 },
  );
});
