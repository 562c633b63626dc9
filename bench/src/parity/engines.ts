import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ANALYZER } from '../folders.ts';
import { firstDifference } from './compare.ts';

/** Of a value that differs. */
const MAX_VALUE_LENGTH = 300;

/** Output of one run of a program. */
export interface Run {
  stdout: string;
  /** Lines of stdout, except the one with engine and time. */
  lines: string[];
  /** Exit code and stderr of a run that failed or wrote to stderr. */
  problem: string;
}

/** Both engines: the portable one in `analyzer`, the native one alone. */
export class Engines {
  readonly #native: string;
  readonly #scratch: string;

  /** @param scratch a folder to write documents in */
  constructor(native: string, scratch: string) {
    this.#native = native;
    this.#scratch = scratch;
  }

  /** @param folder working directory */
  portable(args: readonly string[], folder?: string): Run {
    // The default engine is the native one.
    return run(process.execPath, [ANALYZER, ...args, '--engine', 'portable'], folder);
  }

  native(args: readonly string[], folder?: string): Run {
    return run(this.#native, args, folder);
  }

  /** Prints the first difference of a command's JSON documents. @returns whether they are the same */
  sameDocument(id: string, args: readonly string[], folder?: string): boolean {
    const [left, right] = [join(this.#scratch, 'portable.json'), join(this.#scratch, 'native.json')];
    const one = this.portable([...args, '--format', 'json', '-o', left], folder);
    const other = this.native([...args, '--format', 'json', '-o', right], folder);
    if (failed(id, one, other)) return false;
    const found = firstDifference(readFileSync(left, 'utf8'), readFileSync(right, 'utf8'));
    for (const file of [left, right]) rmSync(file);
    if (found === undefined) return true;
    return differs(`${id}${found.path === undefined ? '' : `: ${found.path}`}`, found.pointer, found.left, found.right);
  }

  /** Prints the first differing line of a view. @returns whether all lines are the same */
  sameView(id: string, args: readonly string[], view: readonly string[], folder?: string): boolean {
    const one = this.portable([...args, ...view], folder);
    const two = this.native([...args, ...view], folder);
    if (failed(id, one, two)) return false;
    const line = one.lines.findIndex((text, i) => text !== two.lines[i]);
    if (line < 0 && one.lines.length === two.lines.length) return true;
    return differs(id, `${view.join(' ')}, line ${line + 1}`, one.lines[line] ?? '', two.lines[line] ?? '');
  }
}

/** Reports the error of a run; two runs with the same error are not equal. */
function failed(id: string, one: Run, other: Run): boolean {
  return (
    (one.problem !== '' || other.problem !== '') && !differs(id, 'stderr and exit code', one.problem, other.problem)
  );
}

function differs(where: string, what: string, left: string, right: string): false {
  const cut = (text: string) => (text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text);
  process.stdout.write(`${where}: ${what}\n  portable ${cut(left)}\n  native   ${cut(right)}\n`);
  return false;
}

function run(program: string, args: readonly string[], cwd: string | undefined): Run {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 29, cwd });
  if (error !== undefined) throw error;
  const lines = stdout.split('\n').filter((line) => !/ engine, \d+ workers?, /.test(line));
  return { stdout, lines, problem: status === 0 && stderr === '' ? '' : `${status} ${stderr}` };
}
