import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Case } from './cases.ts';
import type { Answers, EntryPoint } from './entry-points.ts';
import { type Limits, watchedRun } from './watched-run.ts';

/** Maximum size of one project. */
const BATCH = { cases: 40, bytes: 4 * 1024 * 1024 };
/** Statuses that depend on the machine. */
const OF_THE_MACHINE = /"status":"(timeout|parser-failed)"/;
const TOO_DEEP = 'nested too deep';

/** Runs every case through its entry points, many in one project; a failing project is bisected down to its cases. */
export async function runCases(
  cases: Iterable<Case>,
  entries: readonly EntryPoint[],
  limits: Limits,
  account: Account,
  stop?: AbortSignal,
): Promise<void> {
  for (const batch of batches(cases)) {
    if (stop?.aborted === true) return;
    for (const { path, text } of batch) account.file(path, Buffer.byteLength(text));
    const found: { entry: EntryPoint; answers: Answers }[] = [];
    const names = batch[0]?.entries;
    for (const entry of entries) {
      if (names?.includes(entry.name) === false) continue;
      const answers = new Map<string, string>();
      await runBatch(batch, entry, limits, account, answers);
      found.push({ entry, answers });
    }
    compare(found, account, batch);
  }
}

/** Consecutive cases with the same entry points. */
function* batches(cases: Iterable<Case>): Generator<Case[]> {
  let batch: Case[] = [];
  let bytes = 0;
  for (const one of cases) {
    const isFull = batch.length === BATCH.cases || bytes + one.text.length > BATCH.bytes;
    if (batch.length > 0 && (isFull || batch[0]?.entries !== one.entries)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(one);
    bytes += one.text.length;
  }
  if (batch.length > 0) yield batch;
}

async function runBatch(
  batch: readonly Case[],
  entry: EntryPoint,
  limits: Limits,
  account: Account,
  answers: Map<string, string>,
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'unbreakable-'));
  try {
    const folder = join(scratch, 'project');
    mkdirSync(folder);
    for (const { path, text } of batch) writeFileSync(join(folder, path), text);
    const { stdout, failure, peak, ms } = await watchedRun(entry.command(folder, scratch), limits);
    if (failure === undefined) {
      const paths = batch.map(({ path }) => path);
      account.passed(entry.name, paths, peak, ms);
      for (const [path, answer] of entry.answers(stdout, scratch))
        answers.set(path === '' ? paths.join() : path, answer);
      return;
    }
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) {
      account.failed({ entry: entry.name, path: first.path, problem: failure });
      return;
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  const middle = batch.length >>> 1;
  await runBatch(batch.slice(0, middle), entry, limits, account, answers);
  await runBatch(batch.slice(middle), entry, limits, account, answers);
}

function compare(
  found: readonly { entry: EntryPoint; answers: Answers }[],
  account: Account,
  batch: readonly Case[],
): void {
  const limited = new Set<string>();
  for (const { entry, answers } of found) {
    for (const [path, answer] of answers) {
      const status = OF_THE_MACHINE.exec(answer)?.[1];
      if (entry.group !== 'scan' || status === undefined || answer.includes(TOO_DEEP)) continue;
      account.limited(entry.name, status);
      limited.add(path);
    }
  }
  for (const { entry, answers } of found) {
    const other = found.find((each) => each.entry.group === entry.group);
    if (other === undefined || other.entry === entry) continue;
    for (const [path, answer] of answers) {
      const theirs = other.answers.get(path);
      const isFree = limited.has(path) || (entry.group !== 'scan' && limited.size > 0);
      if (isFree || theirs === undefined || theirs === answer) continue;
      const [from] = batch;
      account.failed({
        entry: `${entry.name} and ${other.entry.name}`,
        path: entry.group === 'scan' ? path : (from?.path ?? ''),
        problem: `differs: ${firstDifference(theirs, answer)}`,
      });
    }
  }
}

function firstDifference(left: string, right: string): string {
  let at = 0;
  while (left[at] === right[at]) at++;
  const cut = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `${cut(left)} | ${cut(right)}`;
}
