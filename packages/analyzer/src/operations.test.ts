import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { leastParameters, requestOf, serviceFixture } from './fixture.ts';
import { OPERATIONS } from './operations.ts';

const fixture = serviceFixture();

/** Every parameter of every operation: filters of the index, limits of the answer. None is a path to read or a command. */
const PARAMETERS = new Set([
  ...['contained', 'cross_project', 'exported', 'include_tests', 'include_vendored', 'is_test', 'kind', 'language'],
  ...['min_nodes', 'min_projects', 'name', 'path', 'project', 'reason', 'sort', 'rule'],
  ...['with_classes', 'without_classes'],
  ...['min_lines', 'min_similarity', 'max_places', 'with_path', 'with_project'],
  ...['a', 'a_project', 'b', 'b_project', 'by', 'change', 'class', 'external', 'lists', 'of'],
  ...['group_id', 'group_ids', 'include_source', 'node_id', 'at', 'snapshot_id', 'direction', 'edge_kinds', 'depth'],
  ...['config', 'ease', 'include_blocks', 'include_shape', 'level', 'library', 'max_groups', 'queue'],
  ...['limit', 'max_chars', 'max_occurrences', 'offset'],
  ...['code', 'file_name', 'min_similarity', 'text'],
]);

test('no operation has a parameter for a folder to scan, a command or a change of code', () => {
  for (const { name, params } of OPERATIONS) {
    expect(params, name).toMatchObject({ type: 'object', additionalProperties: false });
    expect(
      Object.keys(params.properties).filter((parameter) => !PARAMETERS.has(parameter)),
      name,
    ).toEqual([]);
  }
});

test('no operation creates, synchronizes or runs a ticket', () => {
  const names = OPERATIONS.map(({ name }) => name).join(' ');
  expect(names).not.toMatch(/ticket|materialize|dispatch|sync|run|exec|write|create|delete|update/);
});

test('every operation answers when the folders of the projects are gone', async () => {
  const service = fixture.open();
  const { db } = fixture.indexed();
  const idOf = async (operation: string, key: string, params: object): Promise<unknown> => {
    const outcome = await service.ask(requestOf(operation, params));
    return 'ok' in outcome ? Reflect.get(Object(Reflect.get(outcome.ok.data, 'items')[0]), key) : undefined;
  };
  const group_id = await idOf('clones', 'group_id', {});
  const node_id = await idOf('projects', 'node_id', {});
  const requests = OPERATIONS.map((one) => requestOf(one.name, leastParameters(one, { group_id, node_id })));
  const before = await Promise.all(requests.map((request) => service.ask(request)));
  expect(before.map((outcome) => 'ok' in outcome)).toEqual(requests.map(() => true));
  rmSync(join(dirname(db), 'projects'), { recursive: true });
  expect(await Promise.all(requests.map((request) => service.ask(request)))).toEqual(before);
});
