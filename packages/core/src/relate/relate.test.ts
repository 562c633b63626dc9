import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import type { RelateFile } from './input.ts';
import { relate } from './relate.ts';
import { declarationFacts, fileFacts, importFacts } from './test-project.ts';

/** A small project of two languages with every kind of relation. */
const project: RelateFile[] = [
  { path: 'README.md', size: 3, sha256: 'aa', is_test: false },
  { path: 'LICENSE', size: 3, sha256: 'aa', is_test: false },
  {
    path: 'app/main.py',
    language: 'python',
    size: 9,
    sha256: 'bb',
    is_test: false,
    facts: fileFacts({
      declarations: [declarationFacts(0, { name: 'run', function_body: '1', function_shape: '2' })],
      imports: [importFacts({ target: '.text', names: ['wrap'] }), importFacts({ target: 'os' })],
      calls: { callee: ['wrap', 'os.getcwd'], line: [2, 3], within: [0, -1] },
    }),
  },
  {
    path: 'app/text.py',
    language: 'python',
    size: 9,
    sha256: 'cc',
    is_test: true,
    facts: fileFacts({
      declarations: [declarationFacts(0, { name: 'wrap', function_body: '1', function_shape: '2' })],
      imports: [importFacts({ target: 'app.main', names: ['run'] })],
      calls: { callee: ['run'], line: [2], within: [0] },
    }),
  },
  {
    path: 'web/a.ts',
    language: 'typescript',
    size: 9,
    sha256: 'dd',
    is_test: false,
    facts: fileFacts({ imports: [importFacts({ target: '../README.md', names: ['default as text'] })] }),
  },
];
const input = { files: project, source_roots: [], min_nodes: 12 };

test('relate gives ids, imports, calls, cycles, identical files and groups of a small project', () => {
  const { relations, cycles, duplicate_files, groups } = relate(input);
  expect([...relations.keys()]).toEqual(['app/main.py', 'app/text.py', 'web/a.ts']);
  expect(relations.get('app/main.py')).toEqual({
    ids: ['app/main.py#run@1'],
    is_test: [false],
    imports: [
      { index: 0, names: [{ name: 'wrap' }], phase: 'load', state: 'resolved', path: 'app/text.py', rule: 'relative' },
      { index: 1, names: [], phase: 'load', state: 'external', reason: 'in the standard library' },
    ],
    calls: {
      state: ['resolved', 'external'],
      via: ['import', 'import'],
      candidates: [['app/text.py#wrap@1'], []],
      reason: [null, 'in the standard library'],
    },
    bases: [],
    references: { found: [], external: 0, unresolved: 0 },
  });
  expect(relations.get('app/text.py')?.is_test).toEqual([true]);
  expect(relations.get('web/a.ts')?.imports).toEqual([
    {
      index: 0,
      names: [{ name: 'default', alias: 'text' }],
      phase: 'load',
      state: 'resolved',
      path: 'README.md',
      rule: 'relative',
    },
  ]);
  expect(cycles).toEqual([{ files: ['app/main.py', 'app/text.py'], example: ['app/main.py', 'app/text.py'] }]);
  expect(duplicate_files).toEqual([{ sha256: 'aa', size: 3, paths: ['LICENSE', 'README.md'] }]);
  expect(groups.map(({ occurrences }) => occurrences)).toEqual([
    ['app/main.py#run@1', 'app/text.py#wrap@1'],
    ['app/main.py#run@1', 'app/text.py#wrap@1'],
  ]);
});

test('the order of the files does not change the relations', () => {
  const expected = relate(input);
  const orders = fc.shuffledSubarray(project, { minLength: project.length });
  fc.assert(
    fc.property(orders, (files) => {
      const found = relate({ ...input, files });
      expect(found).toEqual(expected);
      expect([...found.relations.keys()]).toEqual([...expected.relations.keys()]);
    }),
  );
});

test('a column of calls is created only once', () => {
  const calls = { callee: ['f', 'g'], line: [1, 1], within: [-1, -1] };
  const file = { path: 'a.py', language: 'python', size: 1, is_test: false, facts: fileFacts({ calls }) };
  const resolved = relate({ ...input, files: [file] }).relations.get('a.py')?.calls;
  expect(resolved?.state).toEqual(['unresolved', 'unresolved']);
  for (const column of ['state', 'via', 'candidates', 'reason'] as const) {
    expect(resolved?.[column]).toBe(resolved?.[column]);
  }
});

test('ambiguous imports do not form a cycle', () => {
  const files = ['a.py', 'b.py', 'src/b.py'].map((path) => ({
    path,
    language: 'python',
    size: 1,
    is_test: false,
    facts: fileFacts({ imports: [importFacts({ target: path === 'a.py' ? 'b' : 'a' })] }),
  }));
  const { relations, cycles } = relate({ ...input, files });
  expect(relations.get('a.py')?.imports).toMatchObject([{ state: 'ambiguous', candidates: ['b.py', 'src/b.py'] }]);
  expect(cycles).toEqual([]);
});

test('cycles that close only through imports not at load are listed apart', () => {
  const imports = [
    ['a.py', 'b', 'load'],
    ['b.py', 'a', 'conditional'],
    ['b.py', 'c', 'load'],
    ['c.py', 'b', 'deferred'],
    ['d.py', 'e', 'load'],
    ['e.py', 'd', 'type_checking'],
  ] as const;
  const files = [...new Set(imports.map(([path]) => path))].map((path) => {
    const own = imports.filter(([from]) => from === path);
    const facts = fileFacts({ imports: own.map(([, target, phase]) => ({ ...importFacts({ target }), phase })) });
    return { path, language: 'python', size: 1, is_test: false, facts };
  });
  const { cycles, non_load_cycles } = relate({ ...input, files });
  expect(cycles.map((it) => it.files)).toEqual([['a.py', 'b.py']]);
  expect(non_load_cycles.map((it) => it.files)).toEqual([
    ['a.py', 'b.py', 'c.py'],
    ['d.py', 'e.py'],
  ]);
});

test('relate accepts any facts and gives each call exactly one outcome', () => {
  const name = fc.constantFrom(
    'f',
    'g',
    'C',
    'self',
    'a.b',
    'this.f',
    '…',
    '….f',
    'C.f',
    '$x',
    '\\f',
    '',
    '.',
    'a..b',
    '__proto__',
  );
  const path = fc.constantFrom(
    'a.py',
    'src/a.py',
    'a/__init__.py',
    'a.ts',
    'a/index.ts',
    'a.php',
    'b/a.php',
    'a.sh',
    'b',
  );
  const importOf = fc.record({
    target: fc.oneof(name, path, fc.constantFrom('.', '..', './a', '../a', './a.js?x', '/a', '#')),
    names: fc.array(fc.constantFrom('f', '*', 'f as g', '* as a', 'default as f', 'C')),
    lookup: fc.constantFrom('module', 'path', 'directory', 'autoload', 'dynamic'),
  });
  const file = fc.record({
    path,
    language: fc.constantFrom('python', 'typescript', 'javascript', 'php', 'bash', 'cobol'),
    declarations: fc.array(
      fc.record({
        name,
        kind: fc.constantFrom('function', 'method', 'class', 'interface'),
        around: fc.nat(),
        bound: fc.array(name),
      }),
    ),
    imports: fc.array(importOf),
    calls: fc.array(fc.record({ callee: name, around: fc.nat() })),
  });
  fc.assert(
    fc.property(fc.uniqueArray(file, { selector: (it) => it.path }), (its) => {
      const files = its.map(({ path, language, declarations, imports, calls }) => ({
        path,
        language,
        size: 1,
        is_test: false,
        facts: fileFacts({
          declarations: declarations.map(({ name, kind, around, bound }, index) =>
            declarationFacts(index, { name, kind, bound, within: (around % (index + 1)) - 1 }),
          ),
          imports: imports.map((it) => importFacts(it)),
          calls: {
            callee: calls.map(({ callee }) => callee),
            line: calls.map(() => 1),
            within: calls.map(({ around }) => (around % (declarations.length + 1)) - 1),
          },
        }),
      }));
      const found = relate({ ...input, files });
      expect(relate({ ...input, files: files.toReversed() })).toEqual(found);
      for (const { path, facts } of files) {
        const { ids, imports, calls } = found.relations.get(path) ?? { ids: [], imports: [] };
        expect(new Set(ids).size).toBe(facts.declarations.length);
        expect(new Set(imports.map(({ index }) => index)).size).toBe(facts.imports.length);
        for (const { state, candidates, reason } of imports) {
          expect(candidates !== undefined).toBe(state === 'ambiguous');
          expect(reason !== undefined).toBe(state === 'external' || state === 'unresolved');
        }
        for (const [index, state] of calls?.state.entries() ?? []) {
          const count = calls?.candidates[index]?.length ?? 0;
          if (state === 'resolved') expect(count).toBe(1);
          else expect(count > 0).toBe(state === 'ambiguous');
          expect(calls?.via[index] === null).toBe(state === 'unresolved');
          if (state !== 'resolved' && state !== 'ambiguous') expect(calls?.reason[index]).toBeTruthy();
        }
        expect(calls?.state).toHaveLength(facts.calls.callee.length);
      }
    }),
    { numRuns: searchRuns(500) },
  );
});

test('files whose calls are not resolved share one empty list', () => {
  const { relations } = relate({ files: project, left_out: [], source_roots: [], min_nodes: 1, without_calls: true });
  const [first, ...others] = [...relations.values()].map(({ calls }) => calls);
  expect(first).toEqual({ state: [], via: [], candidates: [], reason: [] });
  expect(others.length).toBeGreaterThan(0);
  for (const calls of others) expect(calls).toBe(first);
});
