import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkOfBoth } from '#check/fixture.ts';
import { findingsOf } from '#check/model.ts';
import { QUIET_SETS } from '#check/quiet-sets-fixture.ts';
import { TEMPLATES } from '#check/templates-fixture.ts';
import { engineOfThisProcess } from '#diff/fixture.ts';
import type { CodeClass } from '#lists/list-classes.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import type { CopyFamily, SessionChange } from './model.ts';
import { ProjectSession } from './session.ts';

type Files = Record<string, string>;

const options = completeOptions({ kinds: [...GROUP_KINDS] });

/** What watch reports when files are added, and what an editor shows in them; and when they are removed again. */
async function added(before: Files, files: Files, include: CodeClass[] = []) {
  const folder = fixtureFolder(before);
  const session = await ProjectSession.open(folder, options, {
    engine: engineOfThisProcess(),
    without: ['generated'],
    include,
  });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const watched = await session.refresh();
  const shown = Object.keys(files).flatMap((path) => session.familiesIn(path));
  for (const path of Object.keys(files)) rmSync(join(folder, path));
  return { watched: kindsOf(watched), shown: shown.map(kindOf), removed: kindsOf(await session.refresh()) };
}

function kindsOf({ copies }: SessionChange): string[] {
  return copies.map(({ change, family }) => `${change} ${kindOf(family)}`);
}

function kindOf({ kind, copies }: CopyFamily): string {
  return `${kind} of ${copies.length}`;
}

describe('watch and an editor show nothing in', () => {
  test.each(QUIET_SETS)('$title', async ({ before, added: files }) => {
    expect(await added(before, files)).toEqual({ watched: [], shown: [], removed: [] });
  });
});

test('copies that a list puts apart are shown if their class is included', async () => {
  const frames = QUIET_SETS.map(({ before, added: files }) => added(before, files, ['small', 'data']));
  const shown = (await Promise.all(frames)).map((it) => it.shown.length);
  expect(shown.filter((count) => count > 0).length).toBeGreaterThan(5);
});

describe('watch and an editor show a copy if a check fails on it:', () => {
  test.each(TEMPLATES.map(([ending, text], at) => ({ at, ending, text })))(
    'template $at in $ending',
    async ({ ending, text }) => {
      const [before, files] = [{ [`a.${ending}`]: text('One', 0) }, { [`b.${ending}`]: text('Two', 1) }];
      const isFinding = findingsOf(await checkOfBoth(before, { ...before, ...files })) > 0;
      const { watched, shown } = await added(before, files);
      expect([watched.length > 0, shown.length > 0]).toEqual([isFinding, isFinding]);
    },
  );

  test('a test that is as similar to another one as those of a suite are', async () => {
    const similar = (name: string, own: string) =>
      `def test_${name}(client):\n${['a', 'b', 'c', 'd']
        .map((it) => `    if client.get("/${it}").status != 200:\n        raise AssertionError("${it}")\n`)
        .join('')}${own}`;
    const own = (name: string) =>
      ['x', 'y', 'z']
        .map((it) => `    client.${name}_${it} = [${name}.make_${it}(1, ${name}), ${name}.stop()]\n`)
        .join('');
    const before = { 'tests/test_a.py': similar('one', own('one')) };
    const files = { 'tests/test_b.py': similar('two', own('two')) };
    const isFinding = findingsOf(await checkOfBoth(before, { ...before, ...files })) > 0;
    expect((await added(before, files)).watched.length > 0).toBe(isFinding);
  });
});

describe.skipIf(NATIVE_MISSING !== undefined)(`a session that the native engine opened${NATIVE_MISSING ?? ''}`, () => {
  const native = createNativeEngine({ jobs: 1, file: BUILT_HERE });
  afterAll(() => native.close());

  test('knows the control structures of functions, so that renamed copies of more than calls are shown', async () => {
    const [ending, text] = TEMPLATES[0] ?? ['py', () => ''];
    const folder = fixtureFolder({ [`a.${ending}`]: text('one', 0), [`b.${ending}`]: text('two', 0) });
    const kinds = completeOptions({ kinds: ['function-body', 'function-shape'] });
    const session = await ProjectSession.open(folder, kinds, { engine: native });
    expect([session.families, session.familiesIn(`a.${ending}`).length]).toEqual([1, 1]);
  });
});
