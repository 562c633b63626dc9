import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { context } from '#packet/context.ts';
import { writeFiles } from '#tree/fixture-folder.ts';
import { git } from '#tree/git/git-fixture.ts';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { INDEX_OPERATIONS } from '../operations.ts';
import { createQuery } from '../query.ts';

const identity = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

const query = createQuery([...INDEX_OPERATIONS, context]);

/** A function of the asynchronous copy has the same statements, with `await`. */
function store(name: string, { guard = false, isAsync = false } = {}): string {
  const [define, wait] = isAsync ? ['async def', 'await '] : ['def', ''];
  return [
    `class ${name}:`,
    `    ${define} put(self, key, value, seconds):`,
    '        encoded = self.encoder.encode(key, self.prefix)',
    ...(guard ? ['        if not encoded.startswith(self.prefix):', '            raise ValueError("bad key")'] : []),
    `        found = ${wait}self.backend.lookup(encoded, self.timeout)`,
    `        ${wait}self.backend.store(encoded, value, seconds)`,
    `        ${wait}self.backend.log("stored", encoded, seconds)`,
    ...['total', 'largest', 'smallest', 'average', 'newest'].map(
      (name) => `        self.${name}.add(seconds, "${name}", key)`,
    ),
    '        return found',
    '',
  ].join('\n');
}

let indexed: IndexedProjects;
let folder: string;
const commits: string[] = [];

function commit(files: Record<string, string>, subject: string): void {
  writeFiles(join(folder, 'shop'), files);
  git(join(folder, 'shop'), 'add', '-A');
  git(join(folder, 'shop'), 'commit', '-q', '--no-verify', '-m', subject);
  commits.push(git(join(folder, 'shop'), 'rev-parse', 'HEAD'));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'missed-'));
  writeFiles(folder, { 'plain/pyproject.toml': '[project]\nname = "plain"\n', 'plain/a.py': 'A = 1\n' });
  writeFiles(folder, { 'shop/pyproject.toml': '[project]\nname = "shop"\n' });
  git(join(folder, 'shop'), 'init', '-q', '-b', 'main');
  commit({ 'store.py': store('Store') }, 'Add a store');
  commit({ 'aio/store.py': store('AsyncStore', { isAsync: true }) }, 'Add the asynchronous store');
  commit({ 'store.py': store('Store', { guard: true }) }, 'Refuse bad keys\u202e and \x1b[31mred');
  indexed = await indexProjects(folder, { history: true });
});
afterAll(() => {
  indexed.remove();
  rmSync(folder, { recursive: true });
});

function dataOf(operation: string, params: object, { reader } = indexed): object {
  const outcome = query(reader, { schema: 'analyzer.request.v1', operation, params });
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return outcome.ok.data;
}

const itemsOf = (data: object): object[] => Reflect.get(data, 'items');
const historyOf = (data: object): object => Reflect.get(data, 'history');

function groupId(): string {
  const [group] = itemsOf(dataOf('clones', { path: '/aio/store.py' }));
  return String(Reflect.get(Object(group), 'group_id'));
}

test('a fix that the asynchronous copy never got is listed with its commit, whose subject is escaped', () => {
  const found = dataOf('missed', {});
  expect(itemsOf(found)).toMatchObject([
    {
      commit: { commit: commits[2], subject: 'Refuse bad keys\\u{202e} and \\e[31mred' },
      project: 'shop',
      target: { project: 'shop', path: 'aio/store.py' },
      class: 'behavior',
      places: [{ merges: true, origin: { path: 'store.py' } }],
      more_places: 0,
    },
  ]);
});

test('filters by project, path and class select missed changes', () => {
  const count = (params: object) => itemsOf(dataOf('missed', params)).length;
  expect(count({ project: 'shop', path: 'aio/**' })).toBe(1);
  expect(count({ path: 'store.py' })).toBe(1);
  expect(count({ path: '/store.py' })).toBe(0);
  expect(count({ project: 'plain' })).toBe(0);
  expect(count({ class: 'types' })).toBe(0);
  expect(count({ max_places: 0 })).toBe(1);
});

test('the answer says which projects have no history, and how many commits were read of the others', () => {
  expect(historyOf(dataOf('missed', {}))).toMatchObject({
    projects: [
      { project: 'plain', state: 'no-history', commits: 0 },
      { project: 'shop', state: 'read', commits: 3, is_cut: false, is_shallow: false, searched: 1 },
    ],
    more_projects: 0,
  });
  expect(historyOf(dataOf('summary', {}))).toMatchObject({ missed: 1, more_projects: 0 });
});

test('members and evidence have the age of each copy, which copy was first, and missed changes', () => {
  const members = dataOf('members', { group_id: groupId(), project: 'shop' });
  const ages = itemsOf(members).map((item) => Reflect.get(item, 'age'));
  expect(ages).toMatchObject([
    { came: { commit: commits[0], subject: 'Add a store' }, is_uncommitted: false, edits: 1, missed: 0 },
    { came: { commit: commits[1] }, is_uncommitted: false, edits: 0, missed: 1 },
  ]);
  expect(Reflect.get(members, 'age')).toMatchObject({
    first: Reflect.get(Object(Reflect.get(Object(itemsOf(members)[0]), 'node')), 'node_id'),
    together: 0,
    apart: 1,
    differ: true,
  });
  const evidence = dataOf('evidence', { group_id: groupId() });
  expect(Reflect.get(evidence, 'age')).toEqual(Reflect.get(members, 'age'));
});

test('a packet has no subject of a commit', () => {
  expect(JSON.stringify(dataOf('context', { group_id: groupId() }))).not.toMatch(/Refuse bad keys|asynchronous store/);
});

test('a fix in the history of one project that a copy in another repository never got is listed, once it was there', async () => {
  const port = join(folder, 'port');
  const both = async () => {
    const other = await indexProjects(folder, { history: true });
    try {
      return itemsOf(dataOf('missed', { project: 'port' }, other));
    } finally {
      other.remove();
    }
  };
  try {
    writeFiles(folder, { 'port/pyproject.toml': '[project]\nname = "port"\n', 'port/kept.py': store('Kept') });
    git(port, 'init', '-q', '-b', 'main');
    git(port, 'add', '-A');
    git(port, 'commit', '-q', '--no-verify', '-m', 'Add a port');
    const committedAt = (date: string) =>
      execFileSync('git', ['-C', port, 'commit', '-q', '--amend', '--no-edit'], {
        env: { ...identity, GIT_COMMITTER_DATE: date },
      });
    committedAt('2090-01-01T00:00:00Z');
    expect(await both()).toEqual([]);
    committedAt('2001-01-01T00:00:00Z');
    git(port, 'mv', 'kept.py', 'moved.py');
    git(port, 'commit', '-q', '-m', 'rename it');
    expect(await both()).toMatchObject([
      {
        commit: { commit: commits[2] },
        project: 'shop',
        target: { project: 'port', path: 'moved.py' },
        places: [{ origin: { path: 'store.py' } }],
      },
    ]);
  } finally {
    rmSync(port, { recursive: true });
  }
});

test('an index that was written without the history says so', async () => {
  const other = await indexProjects(folder);
  try {
    const { items, history, reason } = Object(dataOf('missed', {}, other));
    expect({ items, history }).toEqual({ items: [], history: undefined });
    expect(reason).toContain('--history');
    expect(historyOf(dataOf('summary', {}, other))).toBeUndefined();
  } finally {
    other.remove();
  }
});

test('another history changes its digest and not the id of the snapshot', async () => {
  const shop = join(folder, 'shop');
  const snapshotOf = (its: IndexedProjects) => its.reader.read(({ id }) => id);
  git(shop, 'commit', '-q', '--allow-empty', '-m', 'nothing');
  const other = await indexProjects(folder, { history: true });
  try {
    expect(snapshotOf(other)).toBe(snapshotOf(indexed));
    const digests = [indexed, other].map((its) => Reflect.get(historyOf(dataOf('missed', {}, its)), 'digest'));
    expect(digests[0]).not.toBe(digests[1]);
  } finally {
    other.remove();
  }
});
