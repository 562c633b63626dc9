import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { analyzer, launcher } from './fixture.ts';
import { buildLlmProgram } from './llm/program.ts';
import { buildProgram } from './program.ts';

const llmLauncher = fileURLToPath(new URL('../../bin/analyzer-llm.js', import.meta.url));
const projects = fileURLToPath(new URL('../../../../fixtures/query/projects', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'analyzer-signals-'));
/** Far above what a busy machine needs to end a process, and far below a hang. */
const MAX_MS = 10_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Before a program has read its command line, and while it works. */
const WAITS_MS = [60, 700];
/** Each signal at each time; else each of them once, since both end a program in the same way. */
const isAll = inputSize({ quick: 1, deep: 2 }) === 2;

/** Arguments of commands; others get none. `big` takes seconds. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  'analyzer scan': ['big'],
  'analyzer diff': ['big', 'other', '--engine', 'portable'],
  'analyzer check': ['big', '--baseline', 'baseline.json'],
  'analyzer baseline': ['big'],
  'analyzer watch': ['big'],
  'analyzer tickets plan': ['--db', 'index.db'],
  'analyzer map': ['big', '--engine', 'portable', '--no-cache'],
  'analyzer workspace index': ['big'],
  'analyzer workspace query': ['--request', '-', '--db', 'index.db'],
  'analyzer workspace export': ['--db', 'index.db'],
  'analyzer workspace context': ['--group-id', 'g_655da8e80910a6583843', '--db', 'index.db'],
  'analyzer workspace validate': ['packet.json', 'reply.json', '--db', 'index.db'],
  'analyzer serve mcp': ['--db', 'index.db'],
  'analyzer serve rest': ['--db', 'index.db', '--port', '0'],
  'analyzer serve grpc': ['--db', 'index.db', '--port', '0'],
  'analyzer manifest validate': ['-'],
  'analyzer manifest check': ['contracts.json', 'big'],
  'analyzer manifest init': ['big'],
  'analyzer manifest explain': ['pay', 'contracts.json', 'big'],
  'analyzer manifest diff': ['contracts.json', 'contracts.json'],
  'analyzer cache prune': ['--cache-dir', 'cache'],
  'analyzer contracts': ['--dir', 'schemas'],
  'analyzer completion': ['bash'],
  'analyzer-llm prepare': ['diff.json'],
  'analyzer-llm validate': ['diff-packet.json', 'reply.json'],
};

/** The names of all commands that do something, such as `analyzer workspace index`. */
function commandsOf(program: Command, above = ''): string[] {
  const name = `${above}${program.name()}`;
  const below = program.commands.filter((command) => command.name() !== 'help');
  return below.length === 0 ? [name] : below.flatMap((command) => commandsOf(command, `${name} `));
}

beforeAll(async () => {
  const text = 'def f(a, b):\n    return [x for x in range(a, b) if x % 2]\n\n'.repeat(3000);
  for (const name of ['big', 'other', 'small']) cpSync(projects, join(folder, name), { recursive: true });
  for (let n = 0; n < 60; n++) writeFileSync(join(folder, 'big', `large${n}.py`), `${text}# ${n}\n`);
  writeFileSync(join(folder, 'contracts.json'), '{"contracts": []}');
  const run = async (...args: string[]) => (await analyzer(args, { cwd: folder })).stdout;
  await run('workspace', 'index', 'small', '--discover', '--db', 'index.db');
  const context = ['workspace', 'context', '--db', 'index.db', '--group-id', 'g_655da8e80910a6583843'];
  writeFileSync(join(folder, 'packet.json'), await run(...context));
  writeFileSync(join(folder, 'diff.json'), await run('diff', 'small', 'other', '--format', 'json'));
  for (const name of ['reply.json', 'diff-packet.json', 'baseline.json']) writeFileSync(join(folder, name), '{}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function allCommands(): string[] {
  const installation = { servers: {}, folder, version: '0.0.0' };
  const programs = [buildProgram(() => undefined, installation as never), buildLlmProgram(() => undefined)];
  return programs.flatMap((program) => commandsOf(program));
}

/** Starts a program, sends the signal after some time, and checks how it ends. */
async function ends(command: string, args: readonly string[], signal: 'SIGINT' | 'SIGTERM', wait: number) {
  const [program, ...words] = command.split(' ');
  const path = program === 'analyzer-llm' ? llmLauncher : launcher;
  // Standard input stays open, so that reading it would never end.
  const child = spawn(process.execPath, [path, ...words, ...args], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const closed = once(child, 'close');
  let signalled: number | undefined;
  const timer = setTimeout(() => {
    signalled = performance.now();
    child.kill(signal);
  }, wait);
  const killer = setTimeout(() => child.kill('SIGKILL'), wait + 2 * MAX_MS);
  const [code, by] = await closed;
  clearTimeout(timer);
  clearTimeout(killer);
  if (signalled === undefined) return;
  expect(performance.now() - signalled).toBeLessThan(MAX_MS);
  // The signal may end a program before it handles signals, or come after its last step. Servers end with 0.
  expect(by === signal || [0, 1, 2, 3, 130].includes(code)).toBe(true);
}

test.each(allCommands())('SIGINT and SIGTERM end %s at any time', { timeout: 60_000 }, async (command) => {
  const args = LINES[command] ?? [];
  const tries = SIGNALS.flatMap((signal, at) =>
    WAITS_MS.filter((_, wait) => wait === at || isAll).map((wait) => ends(command, args, signal, wait)),
  );
  await Promise.all(tries);
});

test('the arguments are those of existing commands', () => {
  expect(allCommands()).toEqual(expect.arrayContaining(Object.keys(LINES)));
});
