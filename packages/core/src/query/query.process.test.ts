import { readFileSync } from 'node:fs';
import { validate as isProblem } from '@analyzer/contracts/analyzer.problem.v1/validate';
import { validate as isResult } from '@analyzer/contracts/analyzer.result.v1/validate';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EDGE_KINDS, GROUP_KINDS, LINK_STATES, NODE_KINDS } from '#index/codes.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { type IndexedProjects, indexProjects } from './fixture.ts';
import { INDEX_OPERATIONS } from './operations.ts';
import { createQuery, type Outcome, type QueryOptions } from './query.ts';

let indexed: IndexedProjects;
const query = createQuery(INDEX_OPERATIONS);

beforeAll(async () => {
  indexed = await indexProjects();
});
afterAll(() => indexed.remove());

function ask(operation: string, params: object = {}, options?: QueryOptions): Outcome {
  return query(indexed.reader, { schema: 'analyzer.request.v1', operation, params }, options);
}

/** Data of an answer. */
function dataOf(outcome: Outcome): { items: unknown[]; page: { total: number; truncated: boolean } } {
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return JSON.parse(JSON.stringify(outcome.ok.data));
}

function errorOf(outcome: Outcome) {
  if ('ok' in outcome) throw new Error('there is an answer');
  expect(isProblem(outcome.error)).toBe(true);
  return outcome.error;
}

const first = (operation: string, params: object, member: string): string => {
  const [item] = dataOf(ask(operation, params)).items;
  return String(Reflect.get(Object(item), member));
};
const ADD = (name: string) =>
  `def ${name}(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n`;
const KEEP = 'def keep(x):\n    return [y for y in x if y > 1 and y < 100]\n';

test('nodes and groups are filtered by classes of files', async () => {
  const own = await indexProjects(
    fixtureFolder({
      'p/setup.py': '',
      'p/examples/a.py': ADD('first'),
      'p/examples/b.py': ADD('second'),
      'p/benchmarks/test_c.py': KEEP,
      'p/d.py': KEEP,
    }),
  );
  try {
    const list = (operation: string, params: object): object[] =>
      dataOf(query(own.reader, { schema: 'analyzer.request.v1', operation, params })).items.map(Object);
    const names = (params: object) =>
      list('nodes', { kind: 'function', ...params }).map((item) => {
        const node = Object(Reflect.get(item, 'node'));
        return `${Reflect.get(node, 'path')} ${Reflect.get(node, 'qualified_name')}`;
      });
    expect(names({ with_classes: ['example'] })).toEqual(['examples/a.py first', 'examples/b.py second']);
    expect(names({ with_classes: ['test', 'benchmark'] })).toEqual(['benchmarks/test_c.py keep']);
    expect(names({ without_classes: ['example', 'benchmark'] })).toEqual(['d.py keep']);
    expect(names({ path: 'benchmarks/**', without_classes: ['test'] })).toEqual([]);
    expect(names({ name: 'k*', without_classes: ['test'] })).toEqual(['d.py keep']);
    const classes = (params: object) => list('clones', params).map((item) => Reflect.get(item, 'classes'));
    expect(classes({}).sort()).toEqual([[], ['example']]);
    expect(classes({ without_classes: ['example'] })).toEqual([[]]);
    expect(classes({ without_classes: ['benchmark', 'test'] })).toHaveLength(2);

    const at = { project: 'p', path: 'd.py', symbol: 'keep' };
    const paths = (params: object) =>
      list('members', { at, ...params }).map((item) => Reflect.get(Object(Reflect.get(item, 'node')), 'path'));
    expect(paths({})).toEqual(['benchmarks/test_c.py', 'd.py']);
    expect(paths({ without_classes: ['test'] })).toEqual(['d.py']);
    expect(paths({ with_classes: ['test', 'benchmark'] })).toEqual(['benchmarks/test_c.py']);
    const answer = (operation: string, params: object): object =>
      Object(dataOf(query(own.reader, { schema: 'analyzer.request.v1', operation, params })));
    expect(answer('members', { at, without_classes: ['test'] })).toMatchObject({ page: { total: 1 } });
    const evidence = (params: object) => answer('evidence', { at, ...params });
    expect(evidence({ without_classes: ['benchmark'] })).toMatchObject({
      occurrences: [{ node: { path: 'd.py' } }],
      omitted: { occurrences: 1 },
    });
    const near = (params: object) =>
      JSON.stringify(answer('neighbors', { at: { project: 'p', path: 'd.py' }, depth: 3, ...params }));
    expect(near({})).toContain('benchmarks/test_c.py');
    expect(near({ without_classes: ['test'] })).not.toContain('benchmarks/test_c.py');
    expect(near({ without_classes: ['test'] })).toContain('examples/a.py');
  } finally {
    own.remove();
  }
});

const groupId = () => first('clones', { kind: 'function-shape', name: 'to_number' }, 'group_id');
const nodeId = () => first('projects', { name: 'billing' }, 'node_id');

/** Requests that cover every operation. */
const questions = (): [operation: string, params: object][] => [
  ['summary', {}],
  ['projects', {}],
  ['projects', { name: '{billing,shop}', language: 'python' }],
  ['relations', {}],
  ['relations', { at: 'app/money.py', kind: 'fork' }],
  ['clones', {}],
  ['clones', { kind: 'function-shape', contained: true, sort: 'nodes' }],
  ['clones', { sort: 'weight', limit: 3 }],
  ['clones', { name: '*ount*', project: 'reports', cross_project: true }],
  ['clones', { project: 'billing', with_project: 'reports', min_lines: 5, max_places: 2 }],
  ['members', { group_id: groupId() }],
  ['missed', {}],
  ['nodes', {}],
  ['nodes', { name: '*otal', kind: 'function', exported: true }],
  ['nodes', { path: 'src/**', project: 'admin', language: 'typescript' }],
  ['nodes', { kind: 'project' }],
  ['search', { text: 'retry with backoff' }],
  ['search', { text: 'parseAmount', kind: 'function', language: 'python', without_classes: ['test'] }],
  ['neighbors', { node_id: nodeId(), depth: 3, limit: 200 }],
  ['explore', { at: 'app/money.py' }],
  ['explore', { at: 'orders.js:4', limit: 2 }],
  ['impact', { at: 'parse_amount', project: 'billing' }],
  ['impact', { at: 'retry', change: 'rename', depth: 1 }],
  ['cycles', {}],
  ['cycles', { project: 'shop' }],
  ['dependencies', {}],
  ['dependencies', { by: 'folder', depth: 1, limit: 3 }],
  ['drift', { a: 'billing', b: 'reports' }],
  ['exclusions', {}],
  ['exclusions', { path: 'generated/', reason: 'analyzerignore' }],
  ['evidence', { group_id: groupId() }],
];

test('declarations with the name in another case, and then those whose names start with it, follow those with the name', async () => {
  const own = await indexProjects(
    fixtureFolder({
      'p/package.json': '{}',
      'p/a.js': 'function retryAll() {}\nfunction RETRY() {}\nfunction retry() {}\nfunction re_try() {}\n',
      'p/b.js': 'function retry() {}\nfunction Retry() {}\nfunction tryRetry() {}\n',
    }),
  );
  try {
    const names = (params: object) => {
      const { items, page } = dataOf(query(own.reader, { schema: 'analyzer.request.v1', operation: 'nodes', params }));
      const found = items.map((item) => {
        const node = Object(Reflect.get(Object(item), 'node'));
        return `${Reflect.get(node, 'path')} ${Reflect.get(node, 'qualified_name')}`;
      });
      return [page.total, found];
    };
    const ranked = ['a.js retry', 'b.js retry', 'a.js RETRY', 'b.js Retry', 'a.js retryAll'];
    expect(names({ name: 'retry' })).toEqual([5, ranked]);
    expect(names({ name: 'retry', offset: 1, limit: 3 })).toEqual([5, ranked.slice(1, 4)]);
    expect(names({ name: 'retry', path: 'b.js' })).toEqual([2, ['b.js retry', 'b.js Retry']]);
    expect(names({ name: '*ALL' })).toEqual([1, ['a.js retryAll']]);
    expect(names({ name: 're_TRY' })).toEqual([1, ['a.js re_try']]);
    expect(names({ name: '{RETRY,nothing}' })).toEqual([4, ['a.js RETRY', 'a.js retry', 'b.js retry', 'b.js Retry']]);
    expect(names({ name: '[R]etry' })).toEqual([1, ['b.js Retry']]);
  } finally {
    own.remove();
  }
});

test('every operation answers on an index without clone groups', async () => {
  const folder = fixtureFolder({ 'only/package.json': '{}', 'only/a.py': 'import os\n' });
  const lonely = await indexProjects(folder);
  try {
    const group_id = `g_${'0'.repeat(20)}`;
    const unknown = new Map<string, object>([
      ['members', { group_id }],
      ['evidence', { group_id }],
      ['neighbors', { node_id: `n_02${'0'.repeat(18)}` }],
      ['explore', { at: 'nothing' }],
      ['drift', { a: 'only', b: 'nothing' }],
      ['impact', { at: `n_02${'0'.repeat(18)}` }],
    ]);
    for (const { name } of INDEX_OPERATIONS) {
      const params = unknown.get(name) ?? (name === 'search' ? { text: 'os' } : {});
      const outcome = query(lonely.reader, { schema: 'analyzer.request.v1', operation: name, params });
      expect('error' in outcome ? outcome.error.code : 'ok', name).toBe(unknown.has(name) ? 'not_found' : 'ok');
    }
  } finally {
    lonely.remove();
  }
});

test('every answer is valid against its schema', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  for (const [operation, params] of questions()) {
    const outcome = ask(operation, params);
    if ('error' in outcome) throw new Error(`${operation}: ${JSON.stringify(outcome.error)}`);
    expect(isResult(outcome.ok), operation).toBe(true);
    const schema = INDEX_OPERATIONS.find(({ name }) => name === operation)?.data;
    const { $id, ...anonymous } = JSON.parse(JSON.stringify(schema));
    const validate = ajv.compile(anonymous);
    expect(validate(outcome.ok.data), `${operation} ${JSON.stringify(validate.errors)}`).toBe(true);
  }
  expect(new Set(questions().map(([operation]) => operation))).toEqual(
    new Set(INDEX_OPERATIONS.map(({ name }) => name)),
  );
});

test('answers equal the golden file', async () => {
  const answers = questions().map(([operation, params]) => ({
    operation,
    params,
    data: dataOf(ask(operation, params)),
  }));
  await expect(`${JSON.stringify(answers, null, 1)}\n`).toMatchFileSnapshot('../../../../fixtures/query/answers.json');
});

test('the same request gives the same bytes', () => {
  for (const [operation, params] of questions()) {
    expect(JSON.stringify(ask(operation, params))).toBe(JSON.stringify(ask(operation, params)));
  }
});

describe('pages', () => {
  const lists = () => questions().filter(([operation, params]) => 'items' in dataOf(ask(operation, params)));

  test('together contain the complete list', () => {
    for (const [operation, params] of lists()) {
      const whole = dataOf(ask(operation, { ...params, limit: 200 }));
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 2500, max: 6000 }), (limit, max_chars) => {
          const items: unknown[] = [];
          for (;;) {
            const page = dataOf(ask(operation, { ...params, limit, max_chars, offset: items.length }));
            items.push(...page.items);
            expect(JSON.stringify(page).length).toBeLessThanOrEqual(max_chars);
            expect(page.page.truncated).toBe(items.length < whole.page.total);
            if (!page.page.truncated) break;
          }
          expect(items).toEqual(whole.items);
        }),
        { numRuns: 8 },
      );
    }
  });

  test('after the end are empty', () => {
    const { items, page } = dataOf(ask('nodes', { offset: 1_000_000 }));
    expect(items).toEqual([]);
    expect(page.truncated).toBe(false);
  });

  test('that are too small for one item name the needed size', () => {
    const { code, hint } = errorOf(ask('nodes', { max_chars: 10 }));
    expect(code).toBe('result_too_large');
    const least = Number(/at least (\d+)/.exec(hint ?? '')?.[1]);
    expect(dataOf(ask('nodes', { max_chars: least })).items).toHaveLength(1);
    expect(errorOf(ask('nodes', { max_chars: least - 1 })).code).toBe('result_too_large');
  });
});

describe('an invalid request', () => {
  test.each<[what: string, request: unknown, code: string, pointers: string[]]>([
    ['no object', 7, 'invalid_request', ['']],
    ['no operation', { schema: 'analyzer.request.v1' }, 'invalid_request', ['/operation']],
    ['another version', { schema: 'analyzer.request.v2' }, 'unsupported_schema', []],
    ['a misspelt operation', { schema: 'analyzer.request.v1', operation: 'clone' }, 'invalid_request', ['/operation']],
    [
      'parameters that are a list',
      { schema: 'analyzer.request.v1', operation: 'clones', params: [] },
      'invalid_request',
      ['/params'],
    ],
  ])('%s', (_what, request, code, pointers) => {
    const error = errorOf(query(indexed.reader, request));
    expect(error.code).toBe(code);
    expect(error.errors?.map(({ pointer }) => pointer) ?? []).toEqual(pointers);
  });

  test('reports each parameter once, with a suggestion', () => {
    const error = errorOf(ask('clones', { limt: 3, limit: 0, kind: 'function-bdy', min_nodes: 'x' }));
    expect(error.errors).toEqual([
      { pointer: '/params/limt', code: 'unknown_name', message: 'unknown parameter limt; did you mean limit?' },
      { pointer: '/params/kind', code: 'not_allowed', message: expect.stringContaining('did you mean function-body?') },
      { pointer: '/params/min_nodes', code: 'wrong_type', message: 'min_nodes must be integer' },
      { pointer: '/params/limit', code: 'out_of_range', message: 'limit must be >= 1' },
    ]);
  });

  test('a glob that matches only directories is rejected with a hint', () => {
    expect(errorOf(ask('nodes', { name: 'a{b' })).errors).toMatchObject([
      { pointer: '/params/name', code: 'bad_glob' },
    ]);
    expect(errorOf(ask('nodes', { path: 'src/' })).hint).toBe('Write src/** for the files in it.');
  });

  test('any parameters give an answer or an error', () => {
    const names = [...new Set(INDEX_OPERATIONS.flatMap(({ params }) => Object.keys(params.properties)))];
    const value = fc.oneof(fc.jsonValue(), fc.string(), fc.integer(), fc.constantFrom('**', '*', '[', 'billing'));
    const params = fc.dictionary(fc.oneof(fc.constantFrom(...names, '__proto__'), fc.string()), value, { maxKeys: 4 });
    const operation = fc.constantFrom(...INDEX_OPERATIONS.map(({ name }) => name));
    fc.assert(
      fc.property(operation, params, (name, given) => {
        const outcome = ask(name, given);
        if ('error' in outcome) expect(outcome.error.code).not.toBe('internal');
        return 'ok' in outcome ? isResult(outcome.ok) : isProblem(outcome.error);
      }),
      { numRuns: searchRuns(400) },
    );
  });
});

test('groups are selected by a pair of projects, a path, lines and similarity', () => {
  const groups = (params: object) => dataOf(ask('clones', { limit: 200, max_places: 20, ...params }));
  const all = groups({});
  const placesOf = (group: unknown): object[] => Reflect.get(Object(group), 'places');
  const inProject = (label: string) => (group: unknown) =>
    placesOf(group).some((place) => Reflect.get(Object(Reflect.get(place, 'node')), 'project') === label);
  const inPair = groups({ project: 'shop', with_project: 'admin' });
  expect(inPair.items).toEqual(all.items.filter(inProject('shop')).filter(inProject('admin')));
  expect(inPair.page.total).toBe(inPair.items.length);
  expect(inPair.items.length).toBeGreaterThan(0);
  const inPath = groups({ path: 'app/**' });
  const hasPath = (group: unknown) => JSON.stringify(placesOf(group)).includes('"path":"app/');
  expect(inPath.items).toEqual(all.items.filter(hasPath));
  expect(inPath.items.length).toBeGreaterThan(0);
  const linesOf = (place: object) => {
    const { start_line: start, end_line: end } = Object(Reflect.get(place, 'range') ?? Reflect.get(place, 'node'));
    return end - start + 1;
  };
  const long = groups({ min_lines: 6 });
  expect(long.items).toEqual(all.items.filter((group) => placesOf(group).some((place) => linesOf(place) >= 6)));
  expect(long.items.length).toBeLessThan(all.items.length);
  expect(groups({ min_similarity: 1000, kind: 'near' }).items).toEqual([]);
  expect(groups({ min_similarity: 1000 }).page.total).toBe(
    all.items.filter((group) => !JSON.stringify(group).includes('"near"')).length,
  );
});

test('unknown ids and labels give not_found', () => {
  expect(errorOf(ask('members', { group_id: `g_${'0'.repeat(20)}` })).code).toBe('not_found');
  expect(errorOf(ask('neighbors', { node_id: `n_02${'0'.repeat(18)}` })).code).toBe('not_found');
  expect(errorOf(ask('nodes', { project: 'biling' }))).toMatchObject({
    code: 'not_found',
    hint: 'Did you mean billing?',
  });
  expect(dataOf(ask('nodes', { language: 'cobol' })).items).toEqual([]);
});

test('an unknown project is not_found with a suggestion in every operation that takes one', () => {
  const at = { project: 'biling', path: 'app/money.py' };
  for (const { name, params } of INDEX_OPERATIONS) {
    const { project, at: location, group_id }: Record<string, object | undefined> = { ...params.properties };
    if (project === undefined && location === undefined) continue;
    const subject = params.required?.includes('at') ? { at: 'retry' } : {};
    const text = params.required?.includes('text') ? { text: 'retry' } : {};
    const id = group_id === undefined ? {} : { group_id: groupId() };
    const given = project === undefined ? { at } : { ...subject, ...text, ...id, project: 'biling' };
    expect(errorOf(ask(name, given)), name).toMatchObject({
      code: 'not_found',
      message: 'no such project: biling',
      hint: 'Did you mean billing?',
    });
  }
});

test('a request for another snapshot is rejected', () => {
  expect(errorOf(ask('nodes', { snapshot_id: '0'.repeat(64) })).code).toBe('snapshot_mismatch');
});

test('a cancelled or late query stops', () => {
  expect(errorOf(ask('nodes', {}, { signal: { aborted: true } })).code).toBe('cancelled');
  expect(errorOf(ask('nodes', {}, { deadline: Date.now() - 1 })).code).toBe('timeout');
});

test('an answer above the size limit names the parameter to lower', () => {
  for (const [operation, params, parameter] of [
    ['neighbors', { node_id: nodeId(), edge_kinds: ['contains', 'member'], depth: 3 }, 'limit'],
    ['evidence', { group_id: groupId() }, 'max_occurrences'],
  ] as const) {
    const maxChars = JSON.stringify(dataOf(ask(operation, { ...params, [parameter]: 1 }))).length + 10;
    const { code, message, hint } = errorOf(ask(operation, params, { limits: { maxChars } }));
    expect({ code, message }).toEqual({ code: 'result_too_large', message: expect.stringContaining(`${maxChars}`) });
    const largest = Number(new RegExp(`^Lower ${parameter} to (\\d+)\\.$`).exec(hint ?? '')?.[1]);
    expect(JSON.stringify(dataOf(ask(operation, { ...params, [parameter]: largest }))).length).toBeLessThanOrEqual(
      maxChars,
    );
    const larger = ask(operation, { ...params, [parameter]: largest + 1 }, { limits: { maxChars } });
    expect(errorOf(larger).hint).toBe(hint);
  }
});

test('an answer that no parameter makes small enough names another interface', () => {
  const { code, hint } = errorOf(ask('summary', {}, { limits: { maxBytes: 100 } }));
  expect({ code, hint }).toEqual({ code: 'result_too_large', hint: expect.stringContaining('command line') });
  expect(errorOf(ask('evidence', { group_id: groupId() }, { limits: { maxBytes: 9 } })).hint).toContain(
    'max_occurrences 1',
  );
});

test('a list is cut at the limit of the interface, unless max_chars raises it', () => {
  const cut = dataOf(ask('nodes', {}, { limits: { maxChars: 2000 } }));
  expect(JSON.stringify(cut).length).toBeLessThanOrEqual(2000);
  expect(cut.page.truncated).toBe(true);
  expect(dataOf(ask('nodes', { max_chars: 4000 }, { limits: { maxChars: 2000 } })).items.length).toBeGreaterThan(
    cut.items.length,
  );
  expect(dataOf(ask('nodes', { max_chars: 4000 }, { limits: { maxBytes: 2000 } })).items.length).toBe(cut.items.length);
});

test('neighbors lead to the bases of a class and to the classes derived from it', async () => {
  const own = await indexProjects(
    fixtureFolder({
      'p/setup.py': '',
      'p/base.py': 'class Base: pass\n',
      'p/a.py': 'from base import Base\n\nclass A(Base, Exception, made()): pass\nclass B(A): pass\n',
      'p/b.ts': 'interface I {}\nclass C implements I {}\n',
    }),
  );
  try {
    const near = (path: string, symbol: string, params: object) => {
      const request = { at: { project: 'p', path, symbol }, edge_kinds: ['inherits'], ...params };
      const data = Object(
        dataOf(query(own.reader, { schema: 'analyzer.request.v1', operation: 'neighbors', params: request })),
      );
      return {
        nodes: data.nodes.map(({ node, distance }: { node: { qualified_name: string }; distance: number }) => {
          return `${node.qualified_name} ${distance}`;
        }),
        lines: data.edges.map(({ kind, state, line }: Record<string, unknown>) => `${kind} ${state} ${line}`),
        ...(data.bases && { bases: data.bases }),
      };
    };
    expect(near('a.py', 'B', { direction: 'out', depth: 2 })).toEqual({
      nodes: ['A 1', 'Base 2'],
      lines: ['inherits resolved 4', 'inherits resolved 3'],
      bases: [{ kind: 'extends', name: 'A', state: 'resolved' }],
    });
    expect(near('base.py', 'Base', { direction: 'in', depth: 3 })).toEqual({
      nodes: ['A 1', 'B 2'],
      lines: ['inherits resolved 3', 'inherits resolved 4'],
    });
    expect(near('a.py', 'A', {}).bases).toEqual([
      { kind: 'extends', name: 'Base', state: 'resolved' },
      { kind: 'extends', name: 'Exception', state: 'external', reason: 'built into the language' },
      { kind: 'extends', name: '…', state: 'unresolved', reason: 'computed' },
    ]);
    expect(near('b.ts', 'C', {}).bases).toEqual([{ kind: 'implements', name: 'I', state: 'resolved' }]);
    expect(near('b.ts', 'I', { edge_kinds: ['calls'] })).toEqual({ nodes: [], lines: [] });
    const summary = query(own.reader, { schema: 'analyzer.request.v1', operation: 'summary', params: {} });
    const inherits = { resolved: 3, ambiguous: 0, external: 1, unresolved: 1 };
    expect(summary).toMatchObject({ ok: { data: { edges: { inherits } } } });
  } finally {
    own.remove();
  }
});

test('neighbors above the limit are counted', () => {
  const outcome = ask('neighbors', { node_id: nodeId(), edge_kinds: ['contains'], limit: 2 });
  const all = ask('neighbors', { node_id: nodeId(), edge_kinds: ['contains'], limit: 200 });
  expect(outcome).toMatchObject({ ok: { data: { omitted: { nodes: 3, edges: 3 } } } });
  expect(all).toMatchObject({ ok: { data: { omitted: { nodes: 0, edges: 0 } } } });
});

test('the schemas list the kinds of the index', () => {
  const common = JSON.parse(
    readFileSync(new URL('../../../contracts/schemas/query/common.schema.json', import.meta.url), 'utf8'),
  );
  const named = ['nodeKind', 'edgeKind', 'linkState', 'groupKind'].map((key) => common.$defs[key].enum);
  expect(named).toEqual([NODE_KINDS, EDGE_KINDS, LINK_STATES, GROUP_KINDS].map((kinds) => [...kinds]));
});
