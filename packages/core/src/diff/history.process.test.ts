import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diffOfFiles } from './fixture.ts';
import type { DeclarationState, Diff } from './model.ts';

const HISTORY = join(import.meta.dirname, '../../../../fixtures/diff/history');

/** A known edit: the files before and after, and the expected changes. */
interface Edit {
  about: string;
  before: Record<string, string>;
  after: Record<string, string>;
  expected: Story;
}

interface Story {
  declarations: { changes: string[]; before?: string; after?: string }[];
  /** Declarations before that differ only in nested declarations. */
  holding?: string[];
  regroupings: object[];
  /** `appeared a.py -> b.py`. */
  imports: string[];
  cycles: object[];
  groups: { change: string; before: number; after: number }[];
  files: object[];
}

const edits = readdirSync(HISTORY)
  .sort()
  .map((name): [string, Edit] => [name.replace('.json', ''), JSON.parse(readFileSync(join(HISTORY, name), 'utf8'))]);

function storyOf(diff: Diff): Story {
  const holding = diff.declarations.flatMap((it) => (it.holds_changes && it.before ? [locationOf(it.before)] : []));
  return {
    declarations: diff.declarations
      .filter(({ holds_changes }) => !holds_changes)
      .map(({ changes, before, after }) => ({
        changes,
        ...(before && { before: locationOf(before) }),
        ...(after && { after: locationOf(after) }),
      })),
    ...(holding.length > 0 && { holding }),
    regroupings: diff.regroupings,
    imports: diff.imports.map(
      ({ change, path, state, target }) => `${change} ${path} -> ${target}${state === 'resolved' ? '' : ` (${state})`}`,
    ),
    cycles: diff.cycles,
    groups: diff.groups.map(({ change, before, after }) => ({ change, before, after })),
    files: diff.files.map(({ change, before, after, effect }) => {
      const path = after?.path ?? before?.path;
      const isElsewhere = before !== undefined && after !== undefined && before.path !== after.path;
      return { change, path, ...(effect && { effect }), ...(isElsewhere && { from: before.path }) };
    }),
  };
}

function locationOf({ path, qualified_name }: DeclarationState): string {
  return `${path}#${qualified_name}`;
}

/** The expected changes of the reverse edit. */
const REVERSE: Readonly<Record<string, string>> = {
  added: 'removed',
  removed: 'added',
  exported: 'unexported',
  unexported: 'exported',
};

describe('a diff reports the expected changes of each edit', () => {
  test.each(edits)('%s', async (_, { before, after, expected }) => {
    expect(storyOf(await diffOfFiles(before, after))).toEqual(expected);
  });
});

describe('a diff with swapped sides reports the reverse changes', () => {
  test.each(edits)('%s', async (_, { before, after, expected }) => {
    const { declarations } = storyOf(await diffOfFiles(after, before));
    const reversed = expected.declarations.map(({ changes, before: old, after: now }) => ({
      changes: changes.map((change) => REVERSE[change] ?? change),
      ...(now !== undefined && { before: now }),
      ...(old !== undefined && { after: old }),
    }));
    expect(new Set(declarations.map((it) => JSON.stringify(it)))).toEqual(
      new Set(reversed.map((it) => JSON.stringify(it))),
    );
  });
});

test('a diff of equal projects reports no changes', async () => {
  for (const [, { before }] of edits) {
    const { files, declarations, imports, cycles, groups } = await diffOfFiles(before, before);
    expect({ files, declarations, imports, cycles, groups }).toEqual({
      files: [],
      declarations: [],
      imports: [],
      cycles: [],
      groups: [],
    });
  }
});

test('a thousand nested functions need no call stack and no quadratic time', async () => {
  const nested = (end: string) => ({
    'a.php': `<?php ${'function f() { '.repeat(5000)}return ${end};${' }'.repeat(5000)}`,
  });
  const { declarations } = await diffOfFiles(nested('1'), nested('2'));
  expect(declarations.length).toBeGreaterThan(0);
  expect(declarations.filter(({ holds_changes }) => !holds_changes).length).toBeLessThanOrEqual(1);
});

test('a file that is no longer analyzed has no declaration changes', async () => {
  const { declarations, imports, files } = await diffOfFiles(
    { 'a.js': "import './b.js';\nfunction f() {\n  return 1;\n}\n", 'b.js': '' },
    { 'a.js': "import './b.js';\nfunction f() {\n  return ((1;\n}\n", 'b.js': '' },
  );
  expect({ declarations, imports }).toEqual({ declarations: [], imports: [] });
  expect(files.map(({ change, effect }) => `${change} ${effect}`)).toEqual(['modified unknown']);
});
