// Guards: one state for each read while an index is published to PostgreSQL 400 times. Takes: 3 minutes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Reads, replaceInPlace, type State, sumOf } from '@analyzer/core/index/postgres/publications-fixture.ts';
import { publishIndex } from '@analyzer/core/index/postgres/publish.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { ANALYZER, REPOSITORY } from '../folders.ts';
import { startPostgres } from '../postgres-server.ts';
import { atLeast, atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { startReader } from './reader.ts';

const PUBLICATIONS = 400;
const READS_OF_PUBLICATION = 7.5;
const READERS = 4;
/** Replacements of the rows in place, of the negative control. */
const IN_PLACE = 20;
const PATIENT = { patienceMs: 30_000 };

/**
 * Publishes two states of the same projects in turn while four processes read: none may see a part of a publication.
 * The negative control changes the rows in place, which must be seen.
 */
export async function publicationsCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: { publications: { type: 'string', default: String(PUBLICATIONS) } },
  });
  const publications = Number(values.publications);
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-publications-'));
  const server = await startPostgres();
  const states: State[] = [];
  try {
    for (const least of ['12', '30']) states.push(await indexed(join(folder, `${least}.db`), least));
    const url = await server.database();
    await publish(states, 0, url);
    const publishing = async (): Promise<void> => {
      for (let round = 1; round <= publications; round++) await publish(states, round, url);
    };
    const started = performance.now();
    const { reads, torn, reopened } = await readDuring(url, states, publishing);
    const seconds = (performance.now() - started) / 1_000;
    process.stdout.write(
      `${publications} publications in ${seconds.toFixed(0)} s; ${READERS} readers opened ${reopened} of them in ${reads} reads\n`,
    );
    const control = await readDuring(url, states, () => replaceInPlace(url, states, IN_PLACE));
    process.stdout.write(`in place: ${control.torn} of ${control.reads} reads torn\n`);
    report([
      atLeast('reads', 'of all readers', publications * READS_OF_PUBLICATION, reads),
      atMost('torn', 'reads', 0, torn),
      atLeast('torn by changes in place', 'reads', 1, control.torn),
    ]);
  } finally {
    for (const { reader } of states) reader.close();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each reader is a process, so that it reads at any moment of a publication. */
async function readDuring(url: string, states: readonly State[], work: () => Promise<void>): Promise<Reads> {
  const readers = await Promise.all(Array.from({ length: READERS }, () => startReader(url, states)));
  const stopped = async () => sumOf(await Promise.all(readers.map(({ stop }) => stop())));
  // A reader that runs would keep this process alive.
  await work().catch(async (error: unknown) => {
    await stopped();
    throw error;
  });
  return stopped();
}

async function indexed(db: string, least: string): Promise<State> {
  const projects = join(REPOSITORY, 'fixtures/query/projects');
  const args = ['workspace', 'index', projects, '--discover', '--min-nodes', least, '--db', db];
  const { status, stderr } = spawnSync(process.execPath, [ANALYZER, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`analyzer workspace index: ${stderr}`);
  return { db, reader: await openIndex(db) };
}

async function publish(states: readonly State[], round: number, url: string): Promise<void> {
  await publishIndex(states[round % states.length]?.db ?? '', url, PATIENT);
}

function report(budgets: readonly Budget[]): void {
  process.stdout.write(budgetTable(budgets));
  const missed = budgets.filter(({ held }) => !held);
  if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
}
