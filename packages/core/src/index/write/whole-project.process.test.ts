import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, ProjectFrame } from '#parse/engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { contentOf, dbOf, engineOfThisProcess, indexFolder } from '../fixture.ts';

const FACTS = join(import.meta.dirname, '../../../../../fixtures/facts');

const twice = (name: string) => `def ${name}(values):
    total = 0
    for value in values:
        total = total + value
    if not values:
        raise ValueError("größer als „nichts“ 𝒳")
    return total / len(values)
`;

/** A part of functions, from 50 syntax nodes. */
const choice = (list: string, one: string, factor: number) => `    ${list} = []
    for ${one} in rows:
        if ${one}.weight < limit and ${one}.name != "none":
            ${list}.append((${one}.name, ${one}.weight * ${factor}))
    ${list}.sort(key=lambda pair: (pair[1], pair[0]))
    return ${list}
`;

/** Functions that are windows of one sequence of statements: each window in a window is a repeated run. */
const windows = Array.from({ length: 50 }, (_, from) => {
  const lines = Array.from({ length: 30 }, (_, at) => `    total = mix(total, a.f${from + at}, b + ${from + at})\n`);
  return `def f${from}(total, a, b):\n${lines.join('')}    return total\n\n`;
}).join('');

/** All kinds of copies, files with too many of them, cycles, imports of other packages, names in many scripts, excluded paths, entries that are not files or not code. */
const PROJECTS = {
  'w/api/package.json': '{}\n',
  'w/api/a.mjs':
    "import { b as c, d } from './b.mjs';\nimport x from 'react';\nexport function a() { return c(x) + d(); }\n",
  'w/api/b.mjs':
    "import { a } from './a.mjs';\nexport const b = () => a();\n/** Doubles. */\nexport function d() { return b() + b(); }\n",
  'w/api/node_modules/left/out.js': 'exit();',
  'w/api/space.mjs': '/** Opens\u00a0or closes. */\nexport function toggle() {}\n',
  'w/api/logo.png': new Uint8Array([0, 1, 2]),
  'w/api/latin.js': Uint8Array.from(Buffer.from('// caf\u00e9\nfunction f() { return 1; }\n', 'latin1')),
  'w/api/broken.js': 'function (',
  'w/api/naïve-🙂.js': 'export function größe(änderung = "€", ...rest) { return änderung + rest; }\n',
  'w/jobs/pyproject.toml': '',
  'w/jobs/numbers.py': `${twice('mean')}\n${twice('mean')}`,
  'w/jobs/copy.py': `${twice('mean')}\n${twice('mean')}`,
  'w/jobs/tests/test_numbers.py': `from numbers import mean\n${twice('average')}\nmean(average([1]))\n`,
  'w/jobs/windows.py': windows,
  'w/jobs/choices.py': `def low(rows, limit):
${choice('kept', 'row', 17)}
def high(rows, limit):
${choice('kept', 'row', 19)}
def loud(rows, limit):
    print(len(rows), limit)
${choice('found', 'entry', 17)}`,
  'w/facts/.git/HEAD': '',
};

function workspace(): string {
  const folder = join(fixtureFolder(PROJECTS), 'w');
  cpSync(FACTS, join(folder, 'facts'), { recursive: true });
  symlinkSync('a.mjs', join(folder, 'api/link'));
  return folder;
}

async function indexed(folder: string, engine: Engine): Promise<Record<string, unknown[]>> {
  await indexFolder(folder, { engine, scan: { kinds: [...GROUP_KINDS] } });
  return contentOf(dbOf(folder));
}

function kindsOfGroups(content: Record<string, unknown[]>): number[] {
  const kinds = (content.clone_group ?? []).map((row) => (row as { kind: number }).kind);
  return [...new Set(kinds)].sort((a, b) => a - b);
}

let portable: Engine;
beforeAll(async () => {
  portable = await engineOfThisProcess();
});

describe.skipIf(NATIVE_MISSING !== undefined)(`a project scanned whole${NATIVE_MISSING ?? ''}`, () => {
  const native = createNativeEngine({ jobs: 2, tokens: true, file: BUILT_HERE });
  afterAll(() => native.close());

  /** An engine that cannot parse single files. */
  const wholeOnly: Engine = { ...native, parse: () => Promise.reject(new Error('a file was parsed')) };

  test('gives the same index as a project scanned file by file', async () => {
    const folder = workspace();
    const expected = await indexed(folder, portable);
    expect(expected.token_record?.length).toBeGreaterThan(4);
    expect(expected.element_block).toHaveLength(5);
    expect(kindsOfGroups(expected)).toEqual(GROUP_KINDS.map((_, code) => code));
    expect(expected.full_file).toHaveLength(1);
    expect(expected.control_block).toHaveLength(1);
    expect(expected.cycle_file).toHaveLength(2);
    expect(expected.other_entry).toHaveLength(1);
    expect(expected.exclusion?.length).toBeGreaterThan(1);
    expect(await indexed(folder, wholeOnly)).toEqual(expected);
  });

  test('can be combined with projects scanned file by file', async () => {
    const folder = workspace();
    const expected = await indexed(folder, portable);
    let asked = 0;
    const everySecond: Engine = {
      ...native,
      wholeProject: (command, request, signal) => {
        if (command !== 'index') return failing();
        return ++asked % 2 === 0 ? failing() : whole(native, request, signal);
      },
    };
    expect(await indexed(folder, everySecond)).toEqual(expected);
    expect(asked).toBe(3);
  });

  test('is scanned file by file if the engine cannot scan complete projects', async () => {
    const folder = workspace();
    expect(await indexed(folder, { ...native, wholeProject: failing })).toEqual(await indexed(folder, portable));
  });

  test('leaves the index unchanged if the engine ends between its rows', async () => {
    const folder = workspace();
    const before = await indexed(folder, portable);
    const ending: Engine = { ...native, wholeProject: (_, request, signal) => cut(whole(native, request, signal)) };
    await expect(indexFolder(folder, { engine: ending })).rejects.toMatchObject({ code: 'internal' });
    expect(await contentOf(dbOf(folder))).toEqual(before);
  });

  test('reports errors of the index as such, and not as errors of the engine', async () => {
    const folder = workspace();
    const unknown = async function* (): AsyncGenerator<ProjectFrame> {
      yield { header: '{"table":"nobody","cells":[1]}', body: new Uint8Array() };
    };
    const telling: Engine = { ...native, wholeProject: unknown };
    await expect(indexFolder(folder, { engine: telling })).rejects.toThrow('rows of an unknown table nobody');
  });

  test('reports progress', async () => {
    const reported: unknown[] = [];
    const request = {
      options: OPTIONS,
      root: FACTS,
      own: [],
      label: 'l',
      ids: { project: 1, node: 1, last_cycle: 0 },
      docs: false,
    };
    for await (const { header } of whole(native, request)) {
      const { listed, relating }: { listed?: unknown; relating?: unknown } = JSON.parse(header);
      if (listed !== undefined || relating !== undefined) reported.push(listed ?? relating);
    }
    expect(reported).toEqual([[expect.any(Number), expect.any(Number)], true]);
  });

  test('ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const engine: Engine = {
      ...native,
      wholeProject(_, request, signal) {
        cancel.abort();
        return whole(native, request, signal);
      },
    };
    const folder = workspace();
    await expect(indexFolder(folder, { engine, signal: cancel.signal })).rejects.toMatchObject({ code: 'cancelled' });
  });
});

const OPTIONS = {
  profile: 'logic',
  all: false,
  gitignore: true,
  exclude: [],
  source_roots: [],
  max_bytes: 0,
  min_nodes: 12,
  kinds: ['function-body', 'function-shape'],
};

function whole({ wholeProject }: Engine, request: object, signal?: AbortSignal): AsyncIterable<ProjectFrame> {
  if (wholeProject === undefined) throw new Error('the engine cannot scan complete projects');
  return wholeProject('index', request, signal);
}

async function* failing(): AsyncGenerator<ProjectFrame> {
  yield { header: '{"relating":true}', body: new Uint8Array() };
  throw new Error('out of memory');
}

/** Ends after the first rows. */
async function* cut(frames: AsyncIterable<ProjectFrame>): AsyncGenerator<ProjectFrame> {
  for await (const frame of frames) {
    yield frame;
    if (frame.header.startsWith('{"table":"node"')) throw new Error('killed');
  }
}
