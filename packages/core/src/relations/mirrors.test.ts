import { compareBytes } from '@analyzer/contracts/order';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RELATION_RULES } from '#languages/relation-rules.ts';
import { ComparedFiles } from './compared-files.ts';
import { inputOf, type Project, sourceOf } from './fixture.ts';
import { findMirrors } from './mirrors.ts';
import { sharedLines } from './shared-lines.ts';

const FOLDERS = ['', 'a', 'a/b', 'c', 'c/b', 'a/b/d'];
const NAMES = ['one.py', 'two.py', 'three.py', 'four.py'];
const LINES = 60;

/** A file has some of six parts of 60 lines: files with common parts are connected by a group. */
const project = fc
  .dictionary(
    fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES)).map(([folder, name]) => join(folder, name)),
    fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
    { minKeys: 6, maxKeys: 16 },
  )
  .map((files): [Project, string[][]] => {
    const paths = Object.keys(files);
    const connected = paths.flatMap((one) => {
      const others = paths.filter((it) => it > one && files[it]?.some((part) => files[one]?.includes(part)));
      return others.map((other) => [one, other]);
    });
    const linesOf = (parts: readonly number[]) =>
      parts.flatMap((part) => Array.from({ length: LINES }, (_, at) => `${part} ${at}`));
    return [Object.fromEntries(paths.map((path) => [path, linesOf(files[path] ?? [])])), connected];
  });

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The files of a folder that are not in the other one, if that is in it. */
function filesOf(files: Project, folder: string, other: string): string[] {
  const inFolder = (path: string, of: string) => of === '' || path.startsWith(`${of}/`);
  const isInner = other !== folder && inFolder(`${other}/`, folder);
  return Object.keys(files).filter((path) => inFolder(path, folder) && !(isInner && inFolder(path, other)));
}

/** The number of lines in both: lines of a part are in the same order in all files. */
function common(one: readonly string[], other: readonly string[]): number {
  const known = new Set(one);
  return other.filter((line) => known.has(line)).length;
}

const depthOf = (folder: string) => (folder === '' ? 0 : folder.split('/').length);

interface Expected {
  left: string;
  right: string;
  rank: number;
  isMirror: boolean;
}

/** One pair of folders by the definition, with all pairs of their files. */
function expectedPair(files: Project, left: string, right: string): Expected | undefined {
  const { least_pairs, least_lines, least_shared_lines, shared_percent, ...rule } = RELATION_RULES.mirror;
  const [lefts, rights] = [filesOf(files, left, right), filesOf(files, right, left)];
  const linesOf = (paths: string[]) => paths.reduce((sum, path) => sum + (files[path]?.length ?? 0), 0);
  const relative = (path: string, folder: string) => (folder === '' ? path : path.slice(folder.length + 1));
  const match = (weight: (one: string, other: string) => number) => {
    const all = lefts.flatMap((one) => rights.map((other) => ({ one, other, lines: weight(one, other) })));
    const isSame = (it: { one: string; other: string }) =>
      relative(it.one, left) === relative(it.other, right) ? 1 : 0;
    all.sort(
      (a, b) =>
        b.lines - a.lines || isSame(b) - isSame(a) || compareBytes(a.one, b.one) || compareBytes(a.other, b.other),
    );
    const used = new Set<string>();
    return all.filter(({ one, other, lines }) => {
      if (lines === 0 || used.has(`<${one}`) || used.has(`>${other}`)) return false;
      used.add(`<${one}`).add(`>${other}`);
      return true;
    });
  };
  const sum = (its: { lines: number }[]) => its.reduce((total, { lines }) => total + lines, 0);
  const sizes = [linesOf(lefts), linesOf(rights)];
  const smaller = (one: string, other: string) => Math.min(files[one]?.length ?? 0, files[other]?.length ?? 0);
  const shares = (one: string, other: string) =>
    common(files[one] ?? [], files[other] ?? []) > 0 ? smaller(one, other) : 0;
  const shared = match(shares);
  const lines = sum(shared);
  if (shared.length < least_pairs || lines < least_shared_lines) return undefined;
  if (lines * 100 < Math.min(...sizes) * shared_percent) return undefined;
  const matched = match((one, other) => common(files[one] ?? [], files[other] ?? []));
  const equal = sum(matched);
  const named = sum(matched.filter(({ one, other }) => one.split('/').at(-1) === other.split('/').at(-1)));
  const isMirror =
    matched.length >= least_pairs &&
    equal >= least_lines &&
    equal * 100 >= Math.min(...sizes) * rule.smaller_percent &&
    equal * 100 >= Math.max(...sizes) * rule.larger_percent &&
    named * 100 >= equal * rule.same_name_percent;
  return { left, right, rank: Math.floor((lines * lines) / ((sizes[0] ?? 0) + (sizes[1] ?? 0))), isMirror };
}

/** The pair of the folders around two folders of the same name. */
function outerOf({ left, right }: Expected, pairs: readonly Expected[]): Expected | undefined {
  const [one, other] = [left.split('/'), right.split('/')];
  if (one.length < 2 || other.length < 2 || one.pop() !== other.pop()) return undefined;
  const folders = [one.join('/'), other.join('/')].sort(compareBytes).join(' ');
  return pairs.find((it) => `${it.left} ${it.right}` === folders);
}

function expectedMirrors(files: Project): string[] {
  const all = FOLDERS.flatMap((one) => FOLDERS.filter((it) => compareBytes(one, it) < 0).map((other) => [one, other]));
  const pairs = all.flatMap(([left = '', right = '']) => expectedPair(files, left, right) ?? []);
  const depth = ({ left, right }: Expected) => depthOf(left) + depthOf(right);
  pairs.sort(
    (a, b) => b.rank - a.rank || depth(b) - depth(a) || compareBytes(a.left, b.left) || compareBytes(a.right, b.right),
  );
  const touch = (a: string, b: string) =>
    a === b || a === '' || b === '' || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
  const found: Expected[] = [];
  for (const pair of pairs) {
    const isKnown = found.some(
      (it) =>
        (touch(it.left, pair.left) && touch(it.right, pair.right)) ||
        (touch(it.left, pair.right) && touch(it.right, pair.left)),
    );
    if (isKnown || !pair.isMirror) continue;
    let widest = pair;
    for (let outer = outerOf(widest, pairs); outer?.isMirror === true; outer = outerOf(widest, pairs)) widest = outer;
    found.push(widest);
  }
  return found.map(({ left, right }) => `${left} ${right}`);
}

test('the mirrors are those of all pairs of folders, and of all pairs of their files', async () => {
  let mirrors = 0;
  await fc.assert(
    fc.asyncProperty(project, async ([files, groups]) => {
      const input = inputOf(files, groups);
      const compared = new ComparedFiles(input.files, sourceOf(files), undefined);
      const found = await findMirrors(input.files, sharedLines(input).pairs, compared);
      const expected = expectedMirrors(files);
      mirrors += expected.length;
      expect(found.mirrors.map(({ left, right }) => `${left} ${right}`)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
  expect(mirrors).toBeGreaterThan(3);
});
