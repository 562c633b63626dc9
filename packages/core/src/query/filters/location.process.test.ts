import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIndex } from '#index/reader.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { INDEX_OPERATIONS } from '../operations.ts';
import { createQuery, type Outcome } from '../query.ts';

let indexed: IndexedProjects;
const query = createQuery(INDEX_OPERATIONS);

beforeAll(async () => {
  indexed = await indexProjects();
});
afterAll(() => indexed.remove());

function ask(operation: string, params: object): Outcome {
  return query(indexed.reader, { schema: 'analyzer.request.v1', operation, params });
}

interface Item {
  node: { node_id: string; project: string; path: string; qualified_name: string; start_line: number };
  group_ids: string[];
}

/** All functions of the index. */
function functions(): Item[] {
  const outcome = ask('nodes', { kind: 'function', limit: 200 });
  if ('error' in outcome) throw new Error(outcome.error.message);
  return Reflect.get(outcome.ok.data, 'items');
}

const locationOf = ({ node: { project, path, qualified_name } }: Item) => ({ project, path, symbol: qualified_name });

test('every function has the same neighbors by its location as by its id', () => {
  const all = functions();
  expect(all.length).toBeGreaterThan(20);
  for (const item of all) {
    const byId = ask('neighbors', { node_id: item.node.node_id });
    expect(ask('neighbors', { at: locationOf(item) }), JSON.stringify(item.node)).toEqual(byId);
  }
});

test('a group is the same by the location of a member as by its id', () => {
  const repeated = functions().filter(({ group_ids }) => group_ids.length > 0);
  expect(repeated.length).toBeGreaterThan(5);
  for (const item of repeated) {
    const outcome = ask('evidence', { at: locationOf(item) });
    if ('error' in outcome) throw new Error(outcome.error.message);
    const group_id = Reflect.get(Object(Reflect.get(outcome.ok.data, 'group')), 'group_id');
    expect(item.group_ids).toContain(group_id);
    const members = ask('members', { at: locationOf(item) });
    expect(members).toEqual(ask('members', { group_id }));
    expect(members).toMatchObject({ ok: { data: { group_id } } });
  }
});

test('a declaration in several groups is in that of its closest copies', async () => {
  const body =
    'const total = [];\n  for (const row of rows) {\n    total.push(row.price * row.count);\n  }\n  report(total.length);\n  return total;\n';
  const own = await indexProjects(
    fixtureFolder({
      'p/package.json': '{}',
      'p/a.js': `export function first(rows) {\n  ${body}}\n`,
      'p/b.js': `export function second(rows) {\n  ${body}}\n`,
      'p/c.js': `export function third(rows) {\n  prepare(rows.length, rows);\n  ${body}}\n`,
    }),
  );
  try {
    const evidence = query(own.reader, {
      schema: 'analyzer.request.v1',
      operation: 'evidence',
      params: { at: { project: 'p', path: 'a.js', symbol: 'first' } },
    });
    expect(evidence).toMatchObject({ ok: { data: { group: { kind: 'function-body' } } } });
    const near = query(own.reader, {
      schema: 'analyzer.request.v1',
      operation: 'evidence',
      params: { at: { project: 'p', path: 'c.js', symbol: 'third' } },
    });
    expect(near).toMatchObject({ ok: { data: { group: { kind: 'near' } } } });
    const occurrences = Reflect.get('ok' in near ? near.ok.data : {}, 'occurrences');
    const changes = occurrences.map((one: object) => Reflect.get(one, 'changes'));
    expect(changes[0]).toBeUndefined();
    expect(JSON.stringify(changes.slice(1))).toContain('prepare');
  } finally {
    own.remove();
  }
});

test('a location without symbol is the file', () => {
  const outcome = ask('neighbors', { at: { project: 'shop', path: 'src/retry.ts' } });
  expect(outcome).toMatchObject({ ok: { data: { center: { kind: 'file', project: 'shop', path: 'src/retry.ts' } } } });
});

describe('an error names what is wrong', () => {
  const at = { project: 'shop', path: 'src/retry.ts', symbol: 'retry' };

  test.each([
    ['neither id nor location', {}, 'invalid_request', '/params'],
    ['both', { node_id: `n_${'0'.repeat(20)}`, at }, 'invalid_request', '/params/at'],
    ['no project', { at: { path: 'a' } }, 'invalid_request', '/params/at'],
    ['another property', { at: { ...at, line: 3 } }, 'invalid_request', '/params/at/line'],
    ['an empty path', { at: { ...at, path: '' } }, 'invalid_request', '/params/at/path'],
  ])('%s', (_, params, code, pointer) => {
    expect(ask('neighbors', params)).toMatchObject({ error: { code, errors: [{ pointer }] } });
  });

  test.each([
    ['project', { ...at, project: 'shp' }, 'no such project: shp', 'Did you mean shop?'],
    ['file', { ...at, path: '../etc/passwd' }, 'no such path: ../etc/passwd', 'The operation nodes'],
    ['symbol', { ...at, symbol: 'rety' }, 'no such symbol: rety', 'Did you mean retry?'],
  ])('an unknown %s', (_, location, message, hint) => {
    const error = { code: 'not_found', message, hint: expect.stringContaining(hint) };
    expect(ask('neighbors', { at: location })).toMatchObject({ error });
  });

  test('several declarations of the same name, with the ids of all', async () => {
    const source =
      'class A:\n  def f(self):\n    return 1\nclass B:\n  def f(self):\n    return 2\ndef g():\n  return 1\ndef g():\n  return 2\n';
    await indexed.reindex({ 'shop/twice.py': source });
    const fresh = await openIndex(indexed.db);
    try {
      const asked = (symbol: string) =>
        query(fresh, {
          schema: 'analyzer.request.v1',
          operation: 'neighbors',
          params: { at: { project: 'shop', path: 'twice.py', symbol } },
        });
      for (const [symbol, descriptions] of [
        ['f', [/^n_[0-9a-f]{20}: A\.f in line 2$/, /^n_[0-9a-f]{20}: B\.f in line 5$/]],
        ['g', [/: g in line 7$/, /: g in line 9$/]],
      ] as const) {
        const errors = descriptions.map((message) => ({
          pointer: '/params/at',
          message: expect.stringMatching(message),
        }));
        expect(asked(symbol)).toMatchObject({ error: { code: 'invalid_request', errors } });
      }
      expect(asked('B.f')).toHaveProperty('ok');
    } finally {
      fresh.close();
    }
  });
});
