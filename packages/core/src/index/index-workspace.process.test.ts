import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import type { ScanOptions } from '#scan/model.ts';
import { completeOptions, FUNCTION_KINDS } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { GROUP_KINDS, nameOf } from './codes.ts';
import { contentOf, dbOf, engineOfThisProcess, indexFolder } from './fixture.ts';
import { indexWorkspace } from './index-workspace.ts';
import { groupIdOfKey } from './keys.ts';
import type { Snapshot } from './port.ts';
import { openIndex } from './reader.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

const MARKER = '{}\n';

const mean = (name: string, list = 'values') => `def ${name}(${list}):
    total = 0
    for value in ${list}:
        total = total + value
    if not ${list}:
        raise ValueError('nothing to take the mean of')
    return total / len(${list})
`;

/** A file with two classes and a function, which is copied completely. */
const STACK = `export class Stack {
  push(item) {
    this.items.push(item);
    if (this.items.length > this.limit) throw new RangeError('full ' + this.limit);
    return this;
  }
  pop() {
    if (this.items.length === 0) throw new RangeError('empty');
    const [last] = this.items.splice(this.items.length - 1, 1);
    return last;
  }
}
export function peek(stack, fallback) {
  const { items } = stack;
  return items.length === 0 ? fallback : items[items.length - 1];
}
`;

const PROJECTS = {
  'w/api/package.json': MARKER,
  'w/api/stack.mjs': STACK,
  'w/api/use.mjs':
    "import { peek } from './stack.mjs';\nexport function top(stack) {\n  return peek(stack, null);\n}\n",
  'w/api/logo.png': 'no code',
  'w/jobs/pyproject.toml': '',
  'w/jobs/numbers.py': mean('mean'),
  'w/jobs/tests/test_numbers.py': mean('average', 'numbers'),
  'w/web/package.json': MARKER,
  'w/web/lib/stack.mjs': `// a copy\n${STACK.replaceAll('  ', '    ')}`,
  'w/web/tools/mean.py': mean('mean_of'),
};

const OF_FUNCTIONS = { kinds: [...FUNCTION_KINDS] };

async function read<T>(folder: string, work: (snapshot: Snapshot) => T): Promise<T> {
  const reader = await openIndex(dbOf(folder));
  try {
    return reader.read(work);
  } finally {
    reader.close();
  }
}

const GROUPS = `
  SELECT clone_group.*, names, (
    SELECT group_concat(project || ':' || path || '#' || qualified_name, ' ' ORDER BY node_id)
    FROM occurrence JOIN described_node ON described_node.id = node_id WHERE group_id = clone_group.id
  ) AS members
  FROM clone_group JOIN group_detail USING (id) ORDER BY id`;

const groupsOf = (snapshot: Snapshot) =>
  snapshot.all(GROUPS, [], (row) => ({
    id: row.integer('id'),
    kind: nameOf(GROUP_KINDS, row.integer('kind')),
    projects: row.integer('projects'),
    members: row.text('members'),
    names: JSON.parse(row.text('names')),
    same_as: row.optionalInteger('same_as'),
    contained_in: row.optionalInteger('contained_in'),
    whole_copy: row.optionalInteger('whole_copy_id'),
    classes: row.integer('classes'),
  }));

async function workspace(files: Record<string, string> = PROJECTS, scan: Partial<ScanOptions> = {}): Promise<string> {
  const folder = join(fixtureFolder(files), 'w');
  await indexFolder(folder, { engine, scan });
  return folder;
}

test('groups span all projects and have ranks and names', async () => {
  const groups = await read(await workspace(PROJECTS, OF_FUNCTIONS), groupsOf);
  const alone = { same_as: undefined, contained_in: undefined, whole_copy: undefined };
  expect(groups.slice(0, 2)).toEqual([
    {
      id: 1,
      kind: 'function-shape',
      projects: 2,
      members: 'jobs:numbers.py#mean jobs:tests/test_numbers.py#average web:tools/mean.py#mean_of',
      names: ['average', 'mean', 'mean_of'],
      classes: 0,
      ...alone,
    },
    {
      id: 2,
      kind: 'function-body',
      projects: 2,
      members: 'jobs:numbers.py#mean web:tools/mean.py#mean_of',
      names: ['mean', 'mean_of'],
      classes: 0,
      ...alone,
    },
  ]);
});

test('one group represents the groups of an identical file, whose copies are listed', async () => {
  const { groups, copies } = await read(await workspace(PROJECTS, OF_FUNCTIONS), (snapshot) => ({
    groups: groupsOf(snapshot).filter(({ members }) => members.includes('stack.mjs')),
    copies: snapshot.all(COPIES, [], (row) => [row.integer('groups'), row.text('project'), row.text('path')]),
  }));
  expect(copies).toEqual([
    [6, 'api', 'stack.mjs'],
    [6, 'web', 'lib/stack.mjs'],
  ]);
  const [first] = groups;
  expect(first?.whole_copy).toBeDefined();
  expect(groups.map(({ whole_copy }) => whole_copy)).toEqual(Array(6).fill(first?.whole_copy));
  const shown = groups.filter((group) => group.contained_in === undefined && group.same_as === undefined);
  expect(shown.map(({ kind, names }) => [kind, names])).toEqual([['function-body', ['pop']]]);
  const hidden = groups.filter(({ contained_in }) => contained_in === shown[0]?.id);
  expect(hidden.map(({ kind, names: [name] }) => `${name} ${kind}`).sort()).toEqual([
    'peek function-body',
    'peek function-shape',
    'push function-body',
    'push function-shape',
  ]);
});

const COPIES = `
  SELECT groups, project, path FROM whole_copy
  JOIN whole_copy_node ON whole_copy_id = whole_copy.id
  JOIN described_node ON described_node.id = node_id
  ORDER BY node_id`;

test('groups of an index with one project equal those of its scan', async () => {
  const folder = await workspace({ 'w/.git/HEAD': '', ...PROJECTS });
  const scanned = await scan(folder, completeOptions({}), { engine });
  const indexed = await read(folder, (snapshot) =>
    snapshot.all(
      'SELECT key, nodes, score, occurrences FROM clone_group JOIN group_detail USING (id) ORDER BY id',
      [],
      (row) => [groupIdOfKey(row.bytes('key')), row.integer('nodes'), row.integer('score'), row.integer('occurrences')],
    ),
  );
  expect(indexed).toHaveLength(11);
  expect(indexed).toEqual(
    scanned.groups.map(({ id, nodes, score, occurrences, blocks = occurrences }) => [id, nodes, score, blocks.length]),
  );
});

describe('stored counts equal the rows', () => {
  test.each<[what: string, counted: string, recounted: string]>([
    [
      'nodes',
      'SELECT project_id AS a, kind AS b, sum(n) AS n FROM node_count GROUP BY 1, 2',
      'SELECT project_id AS a, kind AS b, count(*) AS n FROM node WHERE kind > 0 GROUP BY 1, 2',
    ],
    [
      'edges',
      'SELECT project_id AS a, kind AS b, sum(edges) AS n FROM edge_count WHERE edges > 0 AND kind > 0 GROUP BY 1, 2',
      'SELECT project_id AS a, edge.kind AS b, count(*) AS n FROM edge JOIN node ON id = from_id GROUP BY 1, 2',
    ],
    [
      'groups',
      'SELECT kind AS a, same_as AS b, sum(n) AS n FROM group_count WHERE project_id = 0 GROUP BY 1, 2',
      'SELECT kind AS a, same_as IS NOT NULL AS b, count(*) AS n FROM clone_group GROUP BY 1, 2',
    ],
    [
      'groups of a project',
      'SELECT project_id AS a, 0 AS b, sum(n) AS n FROM group_count WHERE project_id > 0 GROUP BY 1',
      'SELECT project_id AS a, 0 AS b, count(DISTINCT group_id) AS n FROM occurrence JOIN node ON id = node_id GROUP BY 1',
    ],
    [
      'exclusions',
      'SELECT project_id AS a, rule_id AS b, n FROM exclusion_count',
      'SELECT project_id AS a, rule_id AS b, count(*) AS n FROM exclusion GROUP BY 1, 2',
    ],
    [
      'declarations',
      'SELECT id AS a, functions AS b, declarations AS n FROM project',
      `SELECT project_id AS a, sum(kind IN (2, 3)) AS b, count(*) AS n FROM node WHERE kind > 1 GROUP BY 1`,
    ],
  ])('%s', async (_what, counted, recounted) => {
    const [a, b] = await read(await workspace(), (snapshot) =>
      [counted, recounted].map((sql) =>
        snapshot.all(sql, [], (row) => [row.integer('a'), row.integer('b'), row.integer('n')]),
      ),
    );
    expect(a?.length).toBeGreaterThan(0);
    expect(a).toEqual(b);
  });
});

test('lines of a copied function count once, in any number of nested functions', async () => {
  const nested = (name: string) => `function ${name}(list) {
  const inner = (item) => {
    if (item === null) throw new TypeError('no item');
    return item.weight * 2 + item.height;
  };
  return list.map(inner).filter((weight) => weight > 3);
}
`;
  const folder = await workspace({ 'w/a/package.json': MARKER, 'w/a/a.js': nested('f') + nested('g') });
  const lines = await read(folder, (snapshot) =>
    snapshot.first('SELECT lines, repeated_lines FROM snapshot', [], (row) => [
      row.integer('lines'),
      row.integer('repeated_lines'),
    ]),
  );
  expect(lines).toEqual([14, 14]);
});

test('calls between two functions are one edge with the line of the first call', async () => {
  const folder = await workspace({
    'w/a/package.json': MARKER,
    'w/a/a.js': 'function f() {}\nfunction g() {\n  f();\n  f();\n}\nf();\n',
  });
  const edges = await read(folder, (snapshot) =>
    snapshot.all(EDGES, [], (row) => [
      row.optionalText('caller') ?? row.text('path'),
      row.text('callee'),
      row.integer('line'),
      row.integer('sites'),
    ]),
  );
  expect(edges).toEqual([
    ['a.js', 'f', 6, 1],
    ['g', 'f', 3, 2],
  ]);
});

const EDGES = `
  SELECT caller.name AS caller, caller.path, callee.name AS callee, line, sites FROM edge
  JOIN described_node AS caller ON caller.id = from_id
  JOIN described_node AS callee ON callee.id = to_id
  ORDER BY from_id, to_id`;

test('token records are stored only for grouped functions and types, equal ones of a project once', async () => {
  const folder = await workspace();
  const reader = await openIndex(dbOf(folder));
  try {
    reader.read((snapshot) => {
      const nodes = snapshot.all(
        'SELECT id, grouped, name, start_line FROM described_node WHERE kind IN (2, 3, 4)',
        [],
        (row) => ({
          id: row.integer('id'),
          grouped: row.flag('grouped'),
          name: row.text('name'),
          line: row.integer('start_line'),
        }),
      );
      for (const { id, grouped, name, line } of nodes) {
        const record = snapshot.tokens(id);
        expect(record !== undefined, name).toBe(grouped);
        if (record?.text.includes('total')) {
          expect(record.text.filter((text) => text === 'total')).toHaveLength(4);
          expect(Math.min(...record.line)).toBe(line);
          expect(Math.max(...record.line)).toBe(line + 6);
        }
      }
      const records = snapshot.first(
        'SELECT count(*) AS n FROM (SELECT DISTINCT block_id, position FROM token_record) AS record',
        [],
        (row) => row.integer('n'),
      );
      // Copies of one project that differ only in their own names share a record; the others differ in names inside.
      expect(nodes.filter(({ grouped }) => grouped)).toHaveLength(11);
      expect(records).toBe(6);
    });
  } finally {
    reader.close();
  }
});

describe('equal projects have equal indexes', () => {
  test('in any folder, after any earlier index', async () => {
    const here = await workspace();
    const there = await workspace({ 'w/other/package.json': MARKER, 'w/other/a.py': mean('f') + mean('g') });
    rmSync(join(there, 'other'), { recursive: true });
    cpSync(here, there, { recursive: true });
    const [a, b] = [await indexFolder(here, { engine }), await indexFolder(there, { engine })];
    expect(a).toBe(b);
    expect(await contentOf(dbOf(here))).toEqual(await contentOf(dbOf(there)));
  });

  test('and another id with other content, names or options', async () => {
    const folder = await workspace();
    const id = () => indexFolder(folder, { engine });
    const first = await id();
    expect(await indexFolder(folder, { engine, scan: { min_nodes: 13 } })).not.toBe(first);
    expect(await indexFolder(folder, { engine, scan: { min_near_nodes: 40 } })).not.toBe(first);
    expect(await indexFolder(folder, { engine, scan: { min_near_nodes: 30 } })).toBe(first);
    writeFileSync(join(folder, 'api/setup.py'), '');
    const marked = await id();
    expect(marked).not.toBe(first);
    rmSync(join(folder, 'api/setup.py'));
    expect(await id()).toBe(first);
    cpSync(join(folder, 'api'), join(folder, 'api2'), { recursive: true });
    rmSync(join(folder, 'api'), { recursive: true });
    expect(await id()).not.toBe(first);
  });

  test('no path of this machine is in tables that queries read', async () => {
    const folder = await workspace();
    const content = JSON.stringify(await contentOf(dbOf(folder)));
    expect(content).toContain('stack.mjs');
    expect(content).not.toContain(folder);
    const reader = await openIndex(dbOf(folder));
    expect([...reader.read((snapshot) => reader.roots(snapshot))]).toEqual([
      ['api', join(folder, 'api')],
      ['jobs', join(folder, 'jobs')],
      ['web', join(folder, 'web')],
    ]);
    reader.close();
  });
});

test('the parser processes end when no project follows that needs them, before the last one is related', async () => {
  const folder = join(fixtureFolder(PROJECTS), 'w');
  const steps: string[] = [];
  const { projects } = discover([folder], { discover: true, split: false, scan: {} });
  await indexWorkspace(projects, {
    db: dbOf(folder),
    engine: { ...engine, wholeProject: undefined, rest: () => void steps.push('rest') },
    onEvent: (event) => {
      if (event.type === 'scanning' && event.event.type === 'relating') steps.push(event.label);
    },
  });
  expect(steps).toEqual(['api', 'jobs', 'rest', 'web', 'rest']);
});
