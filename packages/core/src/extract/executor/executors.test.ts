import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandExecutor } from './command/command-executor.ts';
import { ExecutorCase, testExecutor } from './executor-fixture.ts';
import { findProgram } from './find-program.ts';
import { KoruExecutor } from './koru/koru-executor.ts';
import { PrintedTickets } from './koru/printed-tickets.ts';
import { mayStillRun, processStart } from './process-identity.ts';

testExecutor('the executor command', (program) => new CommandExecutor(program, []));
testExecutor('the executor koru', (program) => new KoruExecutor(program));

test('command: the brief is on standard input, the paths are in the environment, arguments are not split', async () => {
  const it = new ExecutorCase();
  const program = it.script('cat > brief; echo "$1|$2|$ANALYZER_RESULT|$ANALYZER_TICKET_ID|$ANALYZER_QUEUE" > seen');
  const paths = { ANALYZER_RESULT: '/result.json' };
  const brief = 'Do $(touch injected) `touch injected`\n';
  await it.run(new CommandExecutor(program, ['one two', '$HOME']), { brief, paths });
  expect(it.read('brief')).toBe(brief);
  expect(it.read('seen')).toBe('one two|$HOME|/result.json|AN-0123456789ab|analyzer\n');
  expect(it.read('injected')).toBeUndefined();
});

test('command: a program that does not read a long brief is completed', async () => {
  const it = new ExecutorCase();
  const run = await it.run(new CommandExecutor(it.script('exit 0'), []), { brief: 'x'.repeat(1_000_000) });
  expect(run).toMatchObject({ outcome: 'completed', exitCode: 0, printedTickets: [] });
});

test('koru: the command line is exact and updates are off', async () => {
  const it = new ExecutorCase();
  const program = it.script('for word in "$@"; do echo "$word"; done > words; echo $NO_AUTOUPDATE > update');
  await it.run(new KoruExecutor(program));
  const words = ['ticket', 'auto', 'AN-0123456789ab', '--project', it.root, '--queue', 'analyzer', '--no-sync'];
  expect(it.read('words')?.trim().split('\n')).toEqual(words);
  expect(it.read('update')).toBe('1\n');
});

test('koru: the printed ticket is returned', async () => {
  const it = new ExecutorCase();
  const line = 'koru queue: status=completed ticket=PLF-007 executor=shell';
  const run = await it.run(new KoruExecutor(it.script(`echo "koru ▸ OBS ticket=PLF-999" >&2; echo "${line}"`)));
  expect(run.printedTickets).toEqual(['PLF-007']);
});

test('koru: printed tickets are found across pieces, once each, and only in verdict lines', () => {
  const printed = new PrintedTickets();
  const text =
    'ticket=A\nkoru queue: status=ok ticket=PLF-1 executor=x\nkoru queue: no ticket=\nkoru queue: status=ok ticket=PLF-1';
  for (const piece of text.match(/.{1,7}/gs) ?? []) printed.add(Buffer.from(piece));
  printed.add(Buffer.from(`\n${'x'.repeat(100_000)}\nkoru queue: status=failed ticket=PLF-2`));
  expect(printed.all).toEqual(['PLF-1', 'PLF-2']);
});

test('a program is searched in absolute folders of PATH only', () => {
  const it = new ExecutorCase();
  const bin = join(it.root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'agent'), '');
  expect(findProgram('agent', bin)).toBeUndefined();
  chmodSync(join(bin, 'agent'), 0o755);
  expect(findProgram('agent', `relative::${bin}`)).toBe(join(bin, 'agent'));
  expect(findProgram('agent', '.:bin')).toBeUndefined();
  expect(findProgram('agent', undefined)).toBeUndefined();
  expect(findProgram(join(bin, 'agent'), '')).toBe(join(bin, 'agent'));
  expect(findProgram(bin, '')).toBeUndefined();
});

test('a process is identified by its id and start time', () => {
  const start = processStart(process.pid);
  expect(start).not.toBeUndefined();
  expect(mayStillRun(process.pid, start ?? null, process.pid)).toBe(true);
  expect(mayStillRun(process.pid, 'another start', process.pid)).toBe(false);
  expect(mayStillRun(4_194_303, 'any', 4_194_303)).toBe(false);
});
