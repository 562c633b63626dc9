/**
 * `node tools/plain-english/lint.mjs [--all] [<path>…]`
 *
 * Fails on phrases that `phrases.json` lists as always wrong, in every tracked text file: comments, strings,
 * Markdown, test titles, schema descriptions. A space in a pattern also matches a line break inside a comment or
 * between two concatenated strings.
 * `--all` also reads the paths that `phrases.json` excludes; `<path>` limits the lint to files and directories.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEXT_FILE = /\.(md|ts|tsx|mjs|cjs|js|json|rs|c|css|html|toml|txt)$/;
/** White space; a line break may be surrounded by comment markers or by quotes and `+`. */
const SPACE = '(?:[ \\t]|[\'"`]? ?\\+?\\r?\\n[ \\t]*(?:/{2,3}!?|\\*(?!/)|#|>)?[ \\t]*[\'"`]?)+';

const compile = (pattern, flags = 'gi') => new RegExp(pattern.replaceAll(' ', SPACE), flags);

export function readRules(path) {
  const { patterns, excluded } = JSON.parse(readFileSync(path, 'utf8'));
  return {
    patterns: patterns.map(({ phrase, use, allowed = [], matchCase = false }) => ({
      regex: compile(`\\b(?:${phrase})\\b`, matchCase ? 'g' : 'gi'),
      use,
      allowed: allowed.map((context) => compile(context)),
    })),
    skipped: excluded.map(({ path }) => path),
  };
}

/** Findings as `{line, found, use}`, ordered by pattern. */
export function findPhrases(text, patterns) {
  return patterns.flatMap(({ regex, use, allowed }) => {
    const matches = [...text.matchAll(regex)];
    if (matches.length === 0) return [];
    const contexts = allowed.flatMap((context) => [...text.matchAll(context)]);
    const isAllowed = (match) =>
      contexts.some(
        (context) => context.index <= match.index && match.index + match[0].length <= context.index + context[0].length,
      );
    return matches
      .filter((match) => !isAllowed(match))
      .map((match) => ({
        line: text.slice(0, match.index).split('\n').length,
        found: match[0].replace(/\s+/g, ' '),
        use,
      }));
  });
}

function trackedFiles(root) {
  const { status, stdout, stderr } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ls-files fails in ${root}: ${stderr}`);
  return stdout.split('\0').filter((path) => TEXT_FILE.test(path));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { patterns, skipped } = readRules(join(root, 'tools/plain-english/phrases.json'));
  const all = process.argv.includes('--all');
  const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const below = (path, parents) => parents.some((parent) => path === parent || path.startsWith(`${parent}/`));
  let found = 0;
  for (const path of trackedFiles(root)) {
    if ((!all && below(path, skipped)) || (chosen.length > 0 && !below(path, chosen))) continue;
    let text;
    try {
      text = readFileSync(join(root, path), 'utf8');
    } catch (error) {
      if (error.code === 'ENOENT') continue;
      throw error;
    }
    for (const { line, found: phrase, use } of findPhrases(text, patterns)) {
      found++;
      process.stdout.write(`${path}:${line}: "${phrase}": ${use}\n`);
    }
  }
  if (found > 0) {
    process.stdout.write(`${found} phrases of tools/plain-english/phrases.json found; rewrite them as it says\n`);
    process.exitCode = 1;
  }
}
