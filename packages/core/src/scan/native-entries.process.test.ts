import { cpSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Engine, ProjectFrame } from '#parse/engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { commitAll } from '#tree/git/git-fixture.ts';
import { GitRevision } from '#tree/git/git-revision.ts';
import { GitTree } from '#tree/git/git-tree.ts';
import { listProject } from './list-project.ts';
import type { Scan } from './model.ts';
import { nativeEntries } from './native-entries.ts';
import { completeOptions } from './options.ts';
import { scan, scanSides } from './scan.ts';
import type { ScanContext } from './scan-context.ts';

const FACTS = join(import.meta.dirname, '../../../../fixtures/facts');

const body = `(values) {
  let total = 0;
  for (const value of values) total += value * 2;
  if (total > 10) throw new Error('größer');
  return [total, values];
}
`;

/** Statements that are large enough for a block. */
const statements = (item: string) => `
  const ${item}s = JSON.parse(input.text ?? '[]').filter((${item}) => ${item}.isActive && ${item}.count > 3);
  for (const ${item} of ${item}s) {
    if (${item}.parent === undefined) throw new Error(\`\${${item}.name} has no parent\`);
    ${item}.total = ${item}.children.reduce((sum, child) => sum + child.price * child.amount, ${item}.base);
  }
  ${item}s.sort((a, b) => a.total - b.total || a.name.localeCompare(b.name));
`;

/** A callback that is large enough to be compared. */
const handler = (rows: string, limit: number) => `import { r } from './r.mjs';
r.get('/${rows}', async (req, res) => {
  const ${rows} = await r.db.find({ team: req.user.team, on: true }).limit(${limit});
  for (const it of ${rows}) if (it.size > ${limit}) it.parts = it.parts.filter((part) => part.isOpen);
  res.json({ rows: ${rows}, next: ${rows}.length === ${limit} ? 2 : null });
});
`;

/** Functions that are windows of one sequence of statements: each window in a window is a repeated run. */
const windows = Array.from({ length: 50 }, (_, from) => {
  const lines = Array.from({ length: 30 }, (_, at) => `  total = mix(total, a.f${from + at}, b + ${from + at});`);
  return `export function f${from}(total, a, b) {\n${lines.join('\n')}\n  return total;\n}\n`;
}).join('');

/** Copies, a cycle, files without facts, in another encoding, and with errors. */
const PROJECT = {
  'w/a.mjs': `import { b } from './b.mjs';\nexport function a${body}`,
  'w/b.mjs': `import { a } from './a.mjs';\nexport function b${body}export const c = () => import('./lazy.mjs');\n`,
  'w/lazy.mjs': `import react from 'react';\nimport './a.mjs';\nexport function naïve${body}`,
  'w/latin.js': Uint8Array.from(Buffer.from('// caf\u00e9\nfunction f() { return 1; }\n', 'latin1')),
  'w/ä.mjs': handler('ä', 20),
  'w/teams.mjs': handler('teams', 30),
  'w/named.mjs': handler('users', 40)
    .replace("r.get('/users', async (", 'async function users(')
    .replace(') =>', ')')
    .replace('});\n', '}\n'),
  'w/broken.js': 'function (',
  'w/partial.py': 'def f(:\n    pass\n\ndef g(x):\n    return x\n',
  'w/notes.txt': 'a\n',
  'w/run': '#!/bin/sh\nf() { echo a; }\n',
  'w/read-me': 'a #!/bin/sh\n',
  'w/node_modules/left/out.js': 'exit();',
};

/** Imports of `@/` lead to a folder. */
const settings = (folder: string) => JSON.stringify({ compilerOptions: { paths: { '@/*': [`./${folder}/*`] } } });

function linkTo(folder: string, target: string, name: string): void {
  rmSync(join(folder, name));
  symlinkSync(target, join(folder, name));
}

const ALL_KINDS = completeOptions({ kinds: ['function-body', 'function-shape', 'near', 'block', 'block-shape'] });

function project(): string {
  const folder = join(fixtureFolder(PROJECT), 'w');
  cpSync(FACTS, join(folder, 'facts'), { recursive: true });
  symlinkSync('/', join(folder, 'outside'));
  symlinkSync('a.mjs', join(folder, 'inside'));
  return folder;
}

/** Without the properties that describe the engine and its run. */
function compared({ engine: _, runtime: __, ...result }: Scan): object {
  return result;
}

describe.skipIf(NATIVE_MISSING !== undefined)(
  `entries of a complete project from the native engine${NATIVE_MISSING ?? ''}`,
  () => {
    const native = createNativeEngine({ jobs: 2, file: BUILT_HERE });
    /** An engine that cannot parse single files. */
    const wholeOnly: Engine = { ...native, parse: () => Promise.reject(new Error('a file was parsed')) };
    const fileByFile: Engine = { ...native, wholeProject: undefined };
    afterAll(() => native.close());

    test('give the same evidence for a comparison with a baseline as files that are parsed one by one', async () => {
      const folder = project();
      for (const [name, item] of [
        ['one', 'item'],
        ['two', 'item'],
        ['three', 'row'],
      ] as const) {
        const text = `export function ${name}(input, ${name}s) {\n  ${name}s.clear();${statements(item)}}\n`;
        writeFileSync(join(folder, `${name}.mjs`), text);
      }
      const expected = await scan(folder, ALL_KINDS, { engine: fileByFile, withCopyEvidence: true });
      expect(new Set(expected.copy_evidence?.repeats.map(({ kind }) => kind))).toEqual(
        new Set(['block', 'block-shape']),
      );
      expect(expected.copy_evidence?.members.length).toBeGreaterThan(2);
      const found = await scan(folder, ALL_KINDS, { engine: wholeOnly, withCopyEvidence: true });
      expect(compared(found)).toEqual(compared(expected));
    });

    test.each([
      ['at once', wholeOnly],
      ['one by one', fileByFile],
    ])(
      'of two states of a project, read %s, equal those of two scans and share the facts of equal files',
      async (_, engine) => {
        const [before, after] = [project(), project()];
        writeFileSync(join(after, 'b.mjs'), `export function changed${body}`);
        writeFileSync(join(after, 'new.mjs'), `export function added${body}`);
        rmSync(join(after, 'lazy.mjs'));
        const events: [string, number][] = [];
        const context = { withCopyEvidence: true, withoutCalls: true };
        const found = await scanSides(before, after, ALL_KINDS, {
          ...context,
          engine,
          onEvent: ({ type }, side) => events.push([type, side]),
        });
        const expected = [before, after].map((it) => scan(it, ALL_KINDS, { ...context, engine }));
        expect(found.map(compared)).toEqual((await Promise.all(expected)).map(compared));
        const [old, now] = found.map(({ entries }) => {
          return new Map(entries.map((it) => [it.path, it.kind === 'file' ? it.facts : undefined]));
        });
        expect(now?.get('a.mjs')).toBe(old?.get('a.mjs'));
        const sides = events.flatMap(([type, side]) => (type === 'listed' ? [side] : []));
        expect(sides).toEqual(sides.toSorted());
      },
    );

    test.each<[string, (folder: string) => void]>([
      ['nothing', () => undefined],
      ['a file without facts, which is a copy of another one now', (to) => writeFileSync(join(to, 'notes.txt'), 'b\n')],
      ['settings of imports', (to) => writeFileSync(join(to, 'tsconfig.json'), settings('.'))],
      ['the name of a file without facts', (to) => renameSync(join(to, 'notes.txt'), join(to, 'a notes.txt'))],
      ['the path of a file with facts', (to) => renameSync(join(to, 'teams.mjs'), join(to, 'a teams.mjs'))],
      ['which files are generated', (to) => writeFileSync(join(to, '.gitattributes'), '*.mjs linguist-generated\n')],
      ['what is ignored', (to) => writeFileSync(join(to, '.gitignore'), 'lazy.mjs\n')],
      ['the module system', (to) => writeFileSync(join(to, 'package.json'), '{"type":"module"}')],
      ['what a link leads to', (to) => linkTo(to, 'b.mjs', 'inside')],
      ['whether a file is a link', (to) => linkTo(to, 'b.mjs', 'teams.mjs')],
      ['the language of a file', (to) => writeFileSync(join(to, 'read-me'), '#!/bin/sh\n')],
    ])('of two states equal those of two scans if only %s differs', async (_, change) => {
      const states = [project(), project()] as const;
      for (const folder of states) {
        writeFileSync(join(folder, 'b.txt'), 'b\n');
        writeFileSync(join(folder, 'tsconfig.json'), settings('elsewhere'));
        writeFileSync(join(folder, 'package.json'), '{}');
        writeFileSync(join(folder, '.gitattributes'), '');
        writeFileSync(join(folder, '.gitignore'), '');
        writeFileSync(join(folder, 'alias.ts'), "import { a } from '@/a.mjs';\nexport const b = a;\n");
      }
      change(states[1]);
      const context = { engine: wholeOnly, withCopyEvidence: true, withoutCalls: true };
      const found = await scanSides(...states, ALL_KINDS, context);
      const expected = [];
      for (const folder of states) expected.push(compared(await scan(folder, ALL_KINDS, context)));
      expect(found.map(compared)).toEqual(expected);
    });

    test.each([
      ['two kinds of groups', completeOptions({})],
      ['all kinds of groups', ALL_KINDS],
    ])('give the same scan as files that are parsed one by one, with %s', async (_, options) => {
      const folder = project();
      const expected = await scan(folder, options, { engine: fileByFile });
      expect(expected.groups.length).toBeGreaterThan(0);
      expect(compared(await scan(folder, options, { engine: wholeOnly }))).toEqual(compared(expected));
    });

    test('name the same files in which only the largest repeated runs are compared', async () => {
      const folder = join(fixtureFolder({ 'w/windows.mjs': windows, 'w/a.mjs': windows.slice(0, 3000) }), 'w');
      const context = { withCopyEvidence: true };
      const expected = await scan(folder, ALL_KINDS, { ...context, engine: fileByFile });
      expect(expected.runs_left_out).toEqual({ occurrences: expect.any(Number), files: ['windows.mjs'] });
      expect(compared(await scan(folder, ALL_KINDS, { ...context, engine: wholeOnly }))).toEqual(compared(expected));
    });

    test('give the same scan of a revision', async () => {
      const folder = join(fixtureFolder(PROJECT), 'w');
      commitAll(folder);
      const tree = await GitTree.open(`HEAD:${folder}`);
      try {
        const expected = await scan(tree, ALL_KINDS, { engine: fileByFile });
        expect(compared(await scan(tree, ALL_KINDS, { engine: wholeOnly }))).toEqual(compared(expected));
      } finally {
        await tree.close();
      }
    });

    test('come from the cache of the engine in the second scan', async () => {
      const folder = project();
      const cacheDir = fixtureFolder({});
      const context = { engine: wholeOnly, cacheDir };
      const first = await scan(folder, ALL_KINDS, context);
      expect(first.runtime.cache).toMatchObject({ hits: 0 });
      const second = await scan(folder, ALL_KINDS, context);
      expect(second.runtime.cache?.hits).toBeGreaterThan(20);
      expect(second.runtime.cache).toMatchObject({ writes: 0, invalid: 0, errors: 0 });
      expect(compared(second)).toEqual(compared(first));
      expect(readdirSync(cacheDir)).toEqual([expect.stringMatching(/^native-/)]);
    });

    test('have neither calls nor control structure if calls are not resolved', async () => {
      const { entries } = await scan(project(), completeOptions({}), { engine: wholeOnly, withoutCalls: true });
      const facts = entries.flatMap((entry) => (entry.kind === 'file' ? (entry.facts ?? []) : []));
      expect(facts.length).toBeGreaterThan(20);
      expect(new Set(facts.map(({ calls, control }) => calls.line.length + control.line.length))).toEqual(new Set([0]));
    });

    test.each<[string, ScanContext['engine']['wholeProject']]>([
      ['fails', failing],
      ['ends early', ending],
    ])('are parsed one by one if the engine %s', async (_, wholeProject) => {
      const folder = project();
      const expected = await scan(folder, completeOptions({}), { engine: fileByFile });
      expect(compared(await scan(folder, completeOptions({}), { engine: { ...fileByFile, wholeProject } }))).toEqual(
        compared(expected),
      );
    });

    test('are none if the engine lists other paths than the caller', async () => {
      const listed = await listProject(project(), completeOptions({}), {});
      const asked = { engine: { ...fileByFile, wholeProject: other }, withoutCalls: true, wantsRelations: false };
      expect(await nativeEntries([listed], asked)).toBeUndefined();
      expect(await nativeEntries([{ source: listed.source, options: listed.options }], asked)).toHaveLength(1);
    });

    test('come with what the project excludes, and with files of Git that cannot be used', async () => {
      const folder = project();
      commitAll(folder);
      writeFileSync(join(folder, '.gitignore'), 'latin.js\n');
      writeFileSync(join(folder, '.git/index'), 'no index');
      const expected = await scan(folder, ALL_KINDS, { engine: fileByFile });
      expect(expected.exclusions.map(({ path }) => path)).toContain('node_modules');
      expect(expected.exclusions.map(({ path }) => path)).toContain('latin.js');
      expect(expected.git_problems).toHaveLength(1);
      const problems: string[] = [];
      const found = await scan(folder, ALL_KINDS, {
        engine: wholeOnly,
        onEvent: (event) => void (event.type === 'git-problem' && problems.push(event.path)),
      });
      expect(compared(found)).toEqual(compared(expected));
      expect(problems).toEqual(expected.git_problems.map(({ path }) => path));
    });

    test('of a revision are read without opening it in this process', async () => {
      const folder = join(fixtureFolder(PROJECT), 'w');
      commitAll(folder);
      writeFileSync(join(folder, 'b.mjs'), `export function changed${body}`);
      const revision = await GitRevision.find(`HEAD:${folder}`);
      let opened = 0;
      const counted = {
        name: revision.name,
        tree: revision.tree,
        open: () => {
          opened++;
          return revision.open();
        },
      };
      try {
        const sides = await scanSides(counted, folder, ALL_KINDS, { engine: wholeOnly });
        expect(opened).toBe(0);
        const expected = await scanSides(counted, folder, ALL_KINDS, { engine: fileByFile });
        expect(opened).toBe(1);
        expect(sides.map(compared)).toEqual(expected.map(compared));
      } finally {
        await revision.close();
      }
    });
  },
);

async function* failing(): AsyncGenerator<ProjectFrame> {
  yield frame('{"entries":[]}');
  throw new Error('out of memory');
}

async function* ending(): AsyncGenerator<ProjectFrame> {
  yield frame('{"entries":[]}');
}

async function* other(): AsyncGenerator<ProjectFrame> {
  yield frame('{"entries":[{"path":"other","kind":"directory"}]}');
  yield frame('{"done":{"cache":null}}');
}

function frame(header: string): ProjectFrame {
  return { header, body: new Uint8Array() };
}
