import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixtureFolder } from '../fixture-folder.ts';
import { fieldsOf, runGitIn } from './fixture.ts';
import { IgnoreRules } from './ignore-rules.ts';

/** Files end without a slash. */
const PATHS = [
  ...['a', 'b', 'ab', 'aab', 'abc', '.a', 'a.b', 'a.b.a', '-', ']', '[a', '!a', '#a', 'a ', 'A', '1', '\\a', '{a,b}'],
  ...['é', 'aé', 'd/', 'd/a', 'd/b/', 'd/b/a', 'd/b/ab', 'd/b/c/', 'd/b/c/a', 'd/ab', 'ad/', 'ad/a', 'ad/d/', 'ad/d/b'],
];

const PIECES = [
  ...[
    'a',
    'b',
    'd',
    'ab',
    '.',
    '-',
    '/',
    '/',
    '*',
    '*',
    '**',
    '**/',
    '/**',
    '/**/',
    '***',
    '?',
    '\\',
    '\\*',
    '\\ ',
    ' ',
  ],
  ...['[ab]', '[!a]', '[^b]', '[a-c]', '[]a]', '[!]]', '[a', '[\\]]', '[a-', '[--a]', '[[:alpha:]]', '[[:digit:]-a]'],
  ...['[[:nope:]]', '[[:a]', '[a/b]', '[\\a-\\c]', '[c-a]', '{a,b}', 'é', '[é]', '#', '!', ']', '^', '[[:space:]]'],
  ...['d/', 'd/a**', 'a**/', 'd/b', '*.', '.*', '\\/', '\\\\', '[a-b-c]', '[[.a.]]', '[[:punct:][:upper:]]', '\t'],
];

const LINE = fc
  .tuple(
    fc.constantFrom('', '', '', '', '!', '/', '!/', '#'),
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('', '', '', '/', ' ', '\r', '  '),
  )
  .map(([before, pieces, after]) => before + pieces.join('') + after);
/** So many rules are found by a piece of them. */
const MANY = Array.from({ length: 40 }, (_, i) => `z${i}*y\nz/${i}*y\n`).join('');
const FILE = fc
  .tuple(
    fc.array(LINE, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '\n'),
    fc.constantFrom('', '', '\ufeff', MANY),
  )
  .map(([lines, end, before]) => before + lines.join('\n') + end);

/** For each path the deciding line according to Git, 0 for none. */
function linesOfGit(files: readonly string[]): number[][] {
  const folder = fixtureFolder(Object.fromEntries(files.map((text, i) => [`${i}/.gitignore`, text])));
  runGitIn(folder, ['init', '-q']);
  files.forEach((_, i) => {
    for (const path of PATHS) if (path.endsWith('/')) mkdirSync(join(folder, `${i}`, path), { recursive: true });
  });
  const asked = files.flatMap((_, i) => PATHS.map((path) => `${i}/${path.replace(/\/$/, '')}`));
  const answer = fieldsOf(
    runGitIn(folder, ['check-ignore', '-v', '-n', '-z', '--no-index', '--stdin'], asked.join('\0')),
  );
  const lines = asked.map((_, i) => Number(answer[i * 4 + 1]));
  return files.map((_, i) => lines.slice(i * PATHS.length, (i + 1) * PATHS.length));
}

/** As git asks for them: the folders above a path decide first. */
function lineOfOurs(rules: IgnoreRules, path: string): number {
  const names = Buffer.from(path.replace(/\/$/, '')).toString('latin1').split('/');
  for (let depth = 1; depth <= names.length; depth++) {
    const isDirectory = depth < names.length || path.endsWith('/');
    const rule = rules.last(names.slice(0, depth).join('/'), names[depth - 1] ?? '', isDirectory);
    if (depth === names.length || (rule !== undefined && !rule.negated)) return rule?.line ?? 0;
  }
  return 0;
}

/** @returns how many rules matched */
function compareWithGit(texts: readonly string[]): number {
  const expected = linesOfGit(texts);
  texts.forEach((text, i) => {
    const rules = new IgnoreRules(Buffer.from(text));
    const lines = PATHS.map((path) => lineOfOurs(rules, path));
    expect(Object.fromEntries(PATHS.map((path, at) => [path, lines[at]])), JSON.stringify(text)).toEqual(
      Object.fromEntries(PATHS.map((path, at) => [path, expected[i]?.[at]])),
    );
  });
  return expected.flat().filter((line) => line > 0).length;
}

test('random rules match as git check-ignore does, with the same line', () => {
  const files = fc.array(FILE, { minLength: 150, maxLength: 150 });
  const property = fc.property(files, (texts) => {
    expect(compareWithGit(texts)).toBeGreaterThan(100);
  });
  fc.assert(property, { numRuns: 4, endOnFailure: true });
}, 60_000);

test('rules that differ between libraries match as git check-ignore does', () => {
  const texts = [
    ...[
      'd/a**/b',
      'd/a**',
      'd/**b',
      'ad/**\\/b',
      '**\\/b',
      'a**b',
      '***/b',
      'd/***',
      '**',
      '/**',
      '**/',
      'd/**/',
      'd/**/**/a',
    ],
    ...[
      '{a,b}',
      '[[:alpha:]]',
      '[[:alpha:]b]*',
      '[a',
      '[a-\\c]',
      '[]-a]',
      '[!]a-]',
      '[a/b]',
      'd[/]a',
      'd?a',
      'd*a',
      '?',
      '??',
    ],
    ...[
      'a\\',
      '\\',
      '\\a',
      'a\\ ',
      'a\\  ',
      'a  ',
      '\\#a',
      '\\!a',
      '#a',
      '!a',
      '/',
      '//a',
      'd//a',
      './a',
      'd/.',
      '*.',
      '*.b*',
    ],
    ...[
      'd\n!d/a',
      'd/*\n!d/a',
      '/*\n!/d\n/d/*\n!/d/b',
      '*\n!*/',
      '\ufeffa',
      'a\r',
      'a\r\nb',
      'a\n!a\na',
      'é',
      '[é]',
      'a?',
      'a??',
    ],
  ];
  expect(compareWithGit(texts)).toBeGreaterThan(200);
});

test('names that are not UTF-8 match byte by byte', () => {
  const rules = new IgnoreRules(Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x3f]));
  expect(rules.last('a\xff', 'a\xff', false)?.line).toBe(1);
  expect(rules.last('b\xfe', 'b\xfe', false)?.line).toBe(2);
});

test('a hundred thousand rules and patterns that backtrack cost a path little', () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `n${i}`).join('\n');
  const before = process.cpuUsage();
  const rules = new IgnoreRules(Buffer.from(`${names}\n*.x\n/a/b`));
  const deep = new IgnoreRules(Buffer.from(`${'**/a/'.repeat(30)}b\n${'*a'.repeat(30)}b`));
  const path = `${'a/'.repeat(60)}${'a'.repeat(200)}c`;
  for (let i = 0; i < 1000; i++) {
    expect(rules.last(`d/n${i}`, `n${i}`, false)?.line).toBe(i + 1);
    expect(deep.last(path, path.slice(120), false)).toBeUndefined();
  }
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
  expect(rules.effort).toBe(0);
});

test('a line of more than 4,096 bytes is not a rule and is reported', () => {
  const rules = new IgnoreRules(Buffer.from(`${'a'.repeat(4096)}\n${'b'.repeat(4097)}\n`));
  expect(rules.longLines).toEqual([2]);
  const name = 'a'.repeat(4096);
  expect(rules.last(name, name, false)?.line).toBe(1);
});
