import { spawn } from 'node:child_process';
import { LangVariant, ParseError, print } from 'sh-syntax';
import bench from '../../../package.json' with { type: 'json' };
import type { Judge } from '../judge.ts';

/** `function f`, `function f()` and `f()` are equivalent. */
const FUNCTION = /^function (\S+?)(?:\(\))? /gm;
/** Ordinary characters for a shell; line ends or nothing for shfmt. */
const LETTERS = /[\r\f\v]/g;
const PRIVATE_USE = 0xe000;
/** `[@]` means all elements, `[ @]` is arithmetic; shfmt prints both in the same way. */
const NOT_ALL = /\[[ \t\n]+(?=[@*]\])|(?<=\[[@*])[ \t\n]+(?=\])/g;
/** Only parses: nothing is run, no file of the user is read. */
const PRETTY = ['--norc', '--pretty-print', '-O', 'extglob'];
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };

/**
 * Two readers of Bash: Bash itself, which prints the program, and shfmt, which also ignores spaces in arithmetic and
 * the form of a substitution. A text that Bash rejects is not a program. Two programs are the same if one of the
 * readers prints the same text for both.
 */
function bashJudge(version: string): Judge {
  let last: { source: string; printed: Promise<string | undefined> } | undefined;
  const printed = (source: string) => {
    if (last?.source !== source) last = { source, printed: byBash(source) };
    return last.printed;
  };
  return {
    tool: `Bash ${version}, sh-syntax ${bench.devDependencies['sh-syntax']}`,
    async compare(original, changed) {
      const [first, second] = await Promise.all([printed(original), byBash(changed)]);
      if (second === undefined) return 'none';
      if (first === second) return 'same';
      const [form, other] = await Promise.all([byShfmt(original), byShfmt(changed)]);
      return form !== undefined && form === other ? 'same' : 'different';
    },
  };
}

/** @throws if Bash is missing or cannot print parsed programs */
export async function startBashJudge(): Promise<Judge> {
  const version = /version (\S+?)[(-]/.exec((await run(['--version'], '')).out)?.[1];
  if (version === undefined) throw new Error('bash does not say its version');
  if ((await byBash('a b')) !== 'a b\n\n') throw new Error(`bash ${version} has no --pretty-print: take 5.2`);
  return bashJudge(version);
}

async function byBash(source: string): Promise<string | undefined> {
  const { code, out } = await run(PRETTY, source);
  return code === 0 ? out : undefined;
}

async function byShfmt(source: string): Promise<string | undefined> {
  const options = { filepath: 'f.sh', variant: LangVariant.LangBash, keepComments: false, singleLine: true };
  const letters = source.replace(LETTERS, (letter) => String.fromCharCode(PRIVATE_USE + letter.charCodeAt(0)));
  const marked = letters.replace(NOT_ALL, (blanks) => `${blanks}_`);
  try {
    const printed = await print(marked, options);
    return printed.replace(FUNCTION, '$1() ');
  } catch (error) {
    // The latter for syntax of another shell.
    if (error instanceof ParseError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function run(parameters: readonly string[], input: string): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', parameters, { stdio: ['pipe', 'pipe', 'ignore'], env: ENVIRONMENT });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => reject(new Error(`bash does not start (is it installed?): ${error.message}`)));
    child.on('close', (code) => resolve({ code, out: Buffer.concat(chunks).toString('latin1') }));
    // A shell that stopped no longer reads its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
