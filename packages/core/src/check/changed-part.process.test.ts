import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { engineOfThisProcess } from '#diff/fixture.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { renderCheckJson } from '#render/check/json.ts';
import type { Scan } from '#scan/model.ts';
import { readElements } from '#scan/read-elements.ts';
import { scanSides } from '#scan/scan.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { changedPart } from './changed-part.ts';
import { checkRevision } from './check-revision.ts';
import { compareStates } from './compare-states.ts';
import { scanOf } from './fixture.ts';
import type { Check } from './model.ts';
import { TEMPLATES } from './templates-fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

type Files = Record<string, string>;

const COUNTED = { allImports: false, include: [], without: ['generated'] } as const;
const AGAINST = { revision: { written: 'main:.', object: '0'.repeat(40), compared_with: '0'.repeat(40) } };

/** A function of 16 statements; each bit is the variant of one. */
const ofBits = (name: string, bits: number) =>
  `def ${name}(items, limit, found):\n${Array.from({ length: 16 }, (_, at) => {
    const it = `${(bits >> at) & 1 ? 'two' : 'one'}${at}`;
    return at % 4 === 3
      ? `    if items.${it}(limit, ${at}) > ${at}:\n        found.append(items.at_${it}[limit])\n`
      : `    value${at} = items.${it}(limit, found['${it}'], '${it} ${at}') + limit\n`;
  }).join('')}    return found\n`;

interface Piece {
  template: number;
  variant: number;
  name: number;
  bits: number;
}

interface Written {
  pieces: Piece[];
  folder: string;
  number: number;
}

const bits = fc.constantFrom(0, 1, 0x0f, 0x5555, 0x00ff, 0xaaaa);

const file: fc.Arbitrary<Written> = fc.record({
  pieces: fc.array(fc.record({ template: fc.nat(TEMPLATES.length + 3), variant: fc.nat(1), name: fc.nat(3), bits }), {
    minLength: 1,
    maxLength: 4,
  }),
  folder: fc.constantFrom('src', 'src', 'lib', 'tests'),
  number: fc.nat(9),
});

function endingOf({ template }: Piece): string {
  return TEMPLATES[template]?.[0] ?? 'py';
}

/** Pieces of other languages than the first one are left out. */
function written({ pieces, folder, number }: Written): [path: string, text: string] {
  const [ending = ''] = pieces.map(endingOf);
  const texts = pieces.flatMap((piece) => {
    if (endingOf(piece) !== ending) return [];
    const { template, variant, name } = piece;
    return [TEMPLATES[template]?.[1](`Name${name}`, variant) ?? ofBits(`name${name}`, piece.bits)];
  });
  return [`${folder}/file${number}.${ending}`, texts.join('\n').replace(/(?<=.)<\?php\n/gs, '')];
}

/** Changes of a tree: files that are edited, removed, renamed, or get the text of another one; others are added. */
const edits = fc.record({
  edited: fc.array(fc.tuple(fc.nat(7), fc.constantFrom(1, 0x10, 0x300, 0x1111, 0x5555, 0x0f0f)), { maxLength: 4 }),
  removed: fc.array(fc.nat(7), { maxLength: 2 }),
  renamed: fc.array(fc.nat(7), { maxLength: 2 }),
  swapped: fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 1 }),
  added: fc.array(file, { maxLength: 3 }),
});

type Edits = typeof edits extends fc.Arbitrary<infer Its> ? Its : never;

function changed(files: readonly Written[], { edited, removed, renamed, swapped, added }: Edits): Files {
  const masks = new Map(edited);
  const after: Files = Object.fromEntries(
    files.map(({ pieces, ...it }, at) => {
      return written({ ...it, pieces: pieces.map((piece) => ({ ...piece, bits: piece.bits ^ (masks.get(at) ?? 0) })) });
    }),
  );
  const paths = Object.keys(after);
  for (const [one, other] of swapped) {
    const [from, to] = [paths[one], paths[other]];
    if (from !== undefined && to !== undefined) after[to] = after[from] ?? '';
  }
  for (const at of removed) delete after[paths[at] ?? ''];
  for (const at of renamed) {
    const path = paths[at] ?? '';
    const text = after[path];
    if (text === undefined) continue;
    delete after[path];
    after[path.replace('file', 'moved')] = text;
  }
  return { ...after, ...Object.fromEntries(added.map(written)) };
}

function reading(before: Files, after: Files, { options }: Scan) {
  const read = (files: Files, paths: ReadonlySet<string>) =>
    readElements(fixtureFolder(files), options, paths, { engine: engineOfThisProcess(), outcomes: new Map() });
  return {
    now: (paths: ReadonlySet<string>) => read(after, paths),
    before: (paths: ReadonlySet<string>) => read(before, paths),
    earlier: async () => [],
  };
}

/** Without the folder, the engine and its run. */
function reportOf({ scan, ...check }: Check): string {
  return [
    ...renderCheckJson({ ...check, scan: { ...scan, root: '', engine: '', runtime: { jobs: 1, wall_ms: 0 } } }),
  ].join('');
}

const native = NATIVE_MISSING === undefined ? createNativeEngine({ jobs: 1, file: BUILT_HERE }) : undefined;
afterAll(() => native?.close());

test('a check of the changed part of random trees has the same report as one of everything, with each engine', async () => {
  const seen = { findings: 0, edited: 0, apart: 0, shrunk: 0, omitted: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 8 }), edits, async (all, changes) => {
      const before: Files = Object.fromEntries(all.map(written));
      const after = changed(all, changes);
      const [old, now] = [await scanOf(before), await scanOf(after)];
      const read = reading(before, after, old);
      const complete = await compareStates(now, old, AGAINST, COUNTED, read);
      const part = await checkRevision(now, old, AGAINST, COUNTED, read);
      expect(reportOf(part)).toBe(reportOf(complete));
      if (native !== undefined) {
        const sides = await scanSides(fixtureFolder(before), fixtureFolder(after), old.options, {
          engine: native,
          withoutCalls: true,
          withCopyEvidence: true,
          onlyChangedPart: true,
        });
        expect(sides[1].engine).toBe('native');
        expect(reportOf(await checkRevision(sides[1], sides[0], AGAINST, COUNTED, read))).toBe(reportOf(complete));
        expect(sides.map(({ groups }) => groups.length)).toEqual(
          Object.values(changedPart(old, now)).map(({ groups }) => groups.length),
        );
      }
      seen.findings += part.groups.length;
      seen.edited += part.edited;
      seen.apart += [...part.apart.values()].reduce((sum, its) => sum + its, 0);
      seen.shrunk += part.shrunk.groups.length;
      seen.omitted += now.groups.length - changedPart(old, now).now.groups.length;
    }),
    { numRuns: inputSize({ quick: 20, deep: 60 }) },
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(inputSize({ quick: 1, deep: 5 }));
});

test('the changed part of two equal states has no copies', async () => {
  const [, text = ''] = written({ pieces: [{ template: 0, variant: 0, name: 0, bits: 0 }], folder: 'src', number: 0 });
  const scan = await scanOf({ 'a.py': text, 'b.py': text });
  expect(scan.groups).not.toEqual([]);
  const { now } = changedPart(scan, scan);
  expect(now.groups).toEqual([]);
  expect(now.entries.map(({ path }) => path)).toEqual(['a.py', 'b.py']);
});
