import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Draft } from '@analyzer/core/generalize/model.ts';
import ts from 'typescript';

const PYTHON = 'import ast, sys\nfor path in sys.argv[1:]: ast.parse(open(path, "rb").read(), path)';

/**
 * Applies the patch of a draft with git to copies of its files, and parses them with the parser of their language.
 *
 * @param work an empty folder
 * @returns what is wrong; undefined if nothing is
 */
export async function judgePatch(
  { copies, written }: Draft,
  folder: string,
  work: string,
): Promise<string | undefined> {
  if (written === undefined) return undefined;
  const paths = [...new Set([written.function.path, ...copies.map(({ path }) => path)])];
  for (const path of paths) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    copyFileSync(join(folder, path), join(work, path));
  }
  writeFileSync(join(work, '.patch'), written.patch);
  const applied = spawnSync('git', ['apply', '.patch'], { cwd: work, encoding: 'utf8' });
  if (applied.status !== 0) return `git apply: ${applied.stderr.trim()}`;
  for (const path of paths) {
    const problem = parseProblem(join(work, path));
    if (problem !== undefined) return `${path}: ${problem}`;
  }
  return undefined;
}

function parseProblem(file: string): string | undefined {
  const extension = extname(file);
  if (extension === '.py') return failure('python3', ['-c', PYTHON, file]);
  if (extension === '.php') return failure('php', ['-l', file]);
  if (/^\.[cm]?js$/.test(extension)) {
    const problem = failure('node', ['--check', file]);
    // A file of a bundler: modules and JSX in `.js` are for the compiler below.
    if (problem === undefined) return undefined;
  }
  if (/^\.[cm]?[jt]sx?$/.test(extension)) {
    const fileName = extension === '.js' ? `${file}x` : file;
    const { diagnostics = [] } = ts.transpileModule(readFileSync(file, 'utf8'), { fileName, reportDiagnostics: true });
    const [first] = diagnostics;
    return first && ts.flattenDiagnosticMessageText(first.messageText, '\n');
  }
  return undefined;
}

function failure(program: string, args: string[]): string | undefined {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? undefined : (stderr.trim().split('\n').at(-1) ?? 'failed');
}
