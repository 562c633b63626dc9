import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { writeFiles } from '../fixture-folder.ts';

const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CEILING_DIRECTORIES: '/',
};

/** Runs git in a folder without the settings of this machine. */
export function runGitIn(folder: string, args: readonly string[], input = ''): Buffer {
  const settings = ['-c', 'core.excludesFile=/dev/null', '-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  return execFileSync('git', [...settings, ...args], { cwd: folder, env: ENVIRONMENT, input, maxBuffer: 1 << 28 });
}

/** The fields of an answer that separates them by NUL, with one character for each byte. */
export function fieldsOf(answer: Buffer): string[] {
  return answer.toString('latin1').split('\0').slice(0, -1);
}

const NAMES = ['a', 'b', 'c.js', 'd', 'ä', 'e'];
const PATH = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const RULE = fc.constantFrom(
  ...[
    'a',
    '/a',
    'a/',
    '!a',
    'b/a',
    '!b/',
    '*.js',
    '!*.js',
    'a/**',
    '**/b',
    '/*',
    '!/d',
    'ä',
    '[ab]',
    'd/*/a',
    '*',
    '!*/',
  ],
);
const RULES = fc.array(RULE, { maxLength: 4 }).map((rules) => rules.join('\n'));

/** Files, rules and tracked files of a work tree. */
export interface RandomTree {
  files: string[];
  rules: [directory: string, text: string][];
  exclude: string;
  /** Indexes into the files. */
  tracked: number[];
  indexVersion: string;
}

export const RANDOM_TREE: fc.Arbitrary<RandomTree> = fc.record({
  files: fc.uniqueArray(PATH, { minLength: 1, maxLength: 12 }),
  rules: fc.array(fc.tuple(fc.constantFrom('', 'a/', 'b/', 'd/', 'a/b/', 'd/a/'), RULES), { maxLength: 3 }),
  exclude: RULES,
  tracked: fc.array(fc.nat(11), { maxLength: 4 }),
  indexVersion: fc.constantFrom('2', '4'),
});

export function writeRandomTree(folder: string, { files, rules, exclude, tracked, indexVersion }: RandomTree): void {
  // A name is a file or a folder.
  const paths = files.filter((path) => !files.some((other) => other.startsWith(`${path}/`)));
  const content = Object.fromEntries(paths.map((path) => [path, path]));
  for (const [directory, text] of rules) {
    if (!paths.some((path) => directory.startsWith(`${path}/`))) content[`${directory}.gitignore`] = text;
  }
  writeFiles(folder, content);
  runGitIn(folder, ['init', '-q']);
  mkdirSync(join(folder, '.git/info'), { recursive: true });
  writeFileSync(join(folder, '.git/info/exclude'), exclude);
  runGitIn(folder, ['update-index', '--index-version', indexVersion]);
  const added = tracked.flatMap((index) => paths[index] ?? []);
  if (added.length > 0) runGitIn(folder, ['add', '-f', '--', ...added]);
}
