import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { dbOf, engineOfThisProcess } from '../fixture.ts';
import { indexWorkspace } from '../index-workspace.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';

let portable: Engine;
const native = createNativeEngine({ jobs: 1, tokens: true, file: BUILT_HERE });
beforeAll(async () => {
  portable = await engineOfThisProcess();
});
afterAll(() => native.close());

/** Nested functions, callbacks and classes, most of them large enough to be compared. */
function sourceOf(project: string): string {
  return Array.from({ length: 8 }, (_, n) => {
    const lines = Array.from(
      { length: 2 + (n % 9) },
      (_, at) => `    rows.add(${project}.of_${(n * at) % 7}('${at}', ${n}));`,
    );
    const inner = `  list.forEach((rows) => {\n${lines.join('\n')}\n  });\n  return list.filter((it) => it.${project} > ${n});`;
    return `class Class${n} {\n  method${n}(list) {\n${inner}\n  }\n}\nfunction outer${n}(list) {\n  function inner(rows) {\n${lines.join('\n')}\n  }\n  return inner;\n}\n`;
  }).join('\n');
}

const FILES = Object.fromEntries(
  ['api', 'jobs', 'web'].flatMap((project) => [
    [`w/${project}/package.json`, '{}'],
    [`w/${project}/a.js`, sourceOf(project)],
    [`w/${project}/b.js`, sourceOf('other')],
  ]),
);

async function postingsOf(folder: string): Promise<{ rows: string[]; sets: number }> {
  const database = await openDatabase(dbOf(folder), { readOnly: true });
  const statements = new Statements(database);
  const rows = ['SELECT id, data FROM posting_block ORDER BY id', 'SELECT first_set AS id, data FROM posted_set_block'];
  const found = rows.flatMap((sql) =>
    statements.all(sql, [], (row) => `${row.integer('id')} ${Buffer.from(row.bytes('data')).toString('hex')}`),
  );
  const sets = statements.first('SELECT sum(sets) AS n FROM posted_set_block', [], (row) => row.integer('n')) ?? 0;
  database.close();
  return { rows: found, sets };
}

/** Indexes, and again after one of the projects has changed. */
async function bothOf(engine: Engine) {
  const folder = join(fixtureFolder(FILES), 'w');
  const index = async () => {
    const { projects } = discover([folder], { discover: true, split: false, scan: {} });
    // With it, rows of unchanged projects are taken over.
    const kept = { cacheDir: join(folder, '../cache'), program: 'test' };
    await indexWorkspace(projects, { db: dbOf(folder), engine, mayRemoveProjects: true, ...kept });
  };
  await index();
  const first = await postingsOf(folder);
  appendFileSync(
    join(folder, 'jobs/a.js'),
    sourceOf('changed').replaceAll('Class', 'New').replaceAll('outer', 'after'),
  );
  await index();
  return [first, await postingsOf(folder)];
}

test.skipIf(NATIVE_MISSING !== undefined)(
  `postings of both engines are the same, also if the native engine fails after some of them${NATIVE_MISSING ?? ''}`,
  async () => {
    const expected = await bothOf(portable);
    expect(expected.map(({ sets }) => sets)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(...expected.map(({ sets }) => sets))).toBeGreaterThan(100);
    const posted: number[][] = [];
    const observed: Engine = {
      ...native,
      async *wholeProject(command, request, signal, files) {
        for await (const frame of native.wholeProject?.(command, request, signal, files) ?? []) {
          const message = JSON.parse(frame.header);
          if ('posted' in message) posted.push([message.posted]);
          yield frame;
        }
      },
    };
    expect(await bothOf(observed)).toEqual(expected);
    // All declarations of the three projects, then only those of the changed one.
    expect(posted).toHaveLength(2);
    expect(posted[1]?.[0]).toBeLessThan(posted[0]?.[0] ?? 0);
    const failing: Engine = {
      ...native,
      async *wholeProject(command, request, signal, files) {
        for await (const frame of native.wholeProject?.(command, request, signal, files) ?? []) {
          yield frame;
          if ('posted' in JSON.parse(frame.header)) throw new Error('the engine ended');
        }
      },
    };
    expect(await bothOf(failing)).toEqual(expected);
  },
  120_000,
);
