import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { context } from '#packet/context.ts';
import { writeFiles } from '#tree/fixture-folder.ts';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { INDEX_OPERATIONS } from '../operations.ts';
import { createQuery, type Outcome } from '../query.ts';

const query = createQuery(INDEX_OPERATIONS);

/** A module of 9 functions of 16 lines each, with other names in each module, and one that is too small for a group. */
function moduleOf(topic: string, prefix = ''): string {
  const methods = Array.from({ length: 9 }, (_, at) => {
    const body = Array.from(
      { length: 12 },
      (__, line) => `    ${topic}_${at}_${line} = connection.${topic}(value, ${at * 100 + line})`,
    );
    return [`${prefix}def ${topic}_${at}(connection, value):`, `    if value is None:`, '        return None', ...body];
  });
  return `${methods.flat().join('\n')}\ndef tiny(a):\n    return a\n`;
}

const TOPICS = ['read', 'write', 'count', 'drop'];
const FILES = Object.fromEntries([
  ['client/pyproject.toml', '[project]\nname = "client"\n'],
  ['port/pyproject.toml', '[project]\nname = "port"\n'],
  ...TOPICS.flatMap((topic) => [
    [`client/src/${topic}.py`, moduleOf(topic)],
    [`client/src/aio/${topic}.py`, moduleOf(topic, 'async ')],
  ]),
  ['client/src/only.py', 'def only(a):\n    return a + 1\n'],
  ['port/read.py', moduleOf('read')],
  ['port/third_party/six/LICENSE', 'Permission is hereby granted, free of charge, to any person obtaining a copy'],
  ['port/third_party/six/six.py', 'a = 1\n'.repeat(40)],
]);

let indexed: IndexedProjects;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'relations-'));
  writeFiles(folder, FILES);
  indexed = await indexProjects(folder);
  rmSync(folder, { recursive: true });
});
afterAll(() => indexed.remove());

const ask = (operation: string, params: object): Outcome =>
  query(indexed.reader, { schema: 'analyzer.request.v1', operation, params });

function dataOf(operation: string, params: object): object {
  const outcome = ask(operation, params);
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return outcome.ok.data;
}

function contextOf(params: object): object {
  const outcome = createQuery([context])(indexed.reader, {
    schema: 'analyzer.request.v1',
    operation: 'context',
    params,
  });
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return outcome.ok.data;
}

const items = (params: object): object[] => Reflect.get(dataOf('relations', params), 'items');

describe('relations of an index', () => {
  test('name the folders, pairs and members of a mirror, and what differs', () => {
    expect(items({ kind: 'mirror', max_places: 1 })).toMatchObject([
      {
        sides: [
          { project: 'client', path: 'src' },
          { project: 'client', path: 'src/aio' },
        ],
        more_sides: 0,
        same: 0,
        edited: 36,
        only_left: 0,
        only_right: 0,
        pairs: [
          {
            left: { project: 'client', path: 'src/count.py', lines: 137 },
            right: { project: 'client', path: 'src/aio/count.py', lines: 137 },
            equal_lines: 128,
          },
        ],
        more_pairs: 3,
        differs: 'functions: 36 edited',
      },
    ]);
  });

  test('are found over projects, and selected by project and file', () => {
    const [family, ...others] = items({ project: 'port' });
    expect(family).toMatchObject({ kind: 'file-family', sides: [{}, {}, { project: 'port', path: 'read.py' }] });
    expect(others).toMatchObject([{ kind: 'shared-helper' }, { kind: 'vendored-library' }]);
    expect(items({ at: 'src/drop.py' })).toMatchObject([{ kind: 'mirror' }, { kind: 'shared-helper' }]);
    expect(items({ at: 'src/only.py' })).toEqual([]);
  });

  test('are in the summary, which counts what was not compared', () => {
    const { total } = Object(Reflect.get(dataOf('relations', {}), 'page'));
    expect(Reflect.get(dataOf('summary', {}), 'relations')).toMatchObject({
      total,
      largest: items({}).map((it) => ({ kind: Reflect.get(it, 'kind'), lines: Reflect.get(it, 'lines') })),
      left_out: 0,
      not_read: 0,
    });
  });

  test('explain a group in the packet of a model', () => {
    const relation = Object(
      items({}).find((it) => Reflect.get(it, 'more_groups') + Reflect.get(it, 'groups').length > 0),
    );
    const { kind, sides, lines, differs } = relation;
    const more_sides = relation.more_sides + Math.max(0, sides.length - 3);
    const written = { kind, sides: sides.slice(0, 3), more_sides, lines, ...(differs !== undefined && { differs }) };
    const packet = JSON.stringify(contextOf({ group_id: relation.groups[0] }));
    expect(packet).toContain(JSON.stringify(`"relation":${JSON.stringify(written)}`).slice(1, -1));
  });

  test('have pages', () => {
    const all = items({});
    expect(items({ limit: 1, offset: 1 })).toEqual(all.slice(1, 2));
  });
});

test('a vendored library has its folder, its lines, and its evidence with the label of the project', () => {
  expect(dataOf('relations', { kind: 'vendored-library' })).toMatchObject({
    items: [
      {
        kind: 'vendored-library',
        sides: [{ project: 'port', path: 'third_party/six' }],
        lines: 40,
        differs: 'six (port/third_party/six/LICENSE), MIT',
        pairs: [],
        groups: [],
      },
    ],
    page: { total: 1 },
  });
});
