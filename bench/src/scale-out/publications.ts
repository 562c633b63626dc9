import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDuring, replaceInPlace, type State } from '@analyzer/core/index/postgres/publications-fixture.ts';
import { publishIndex } from '@analyzer/core/index/postgres/publish.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { startPostgres } from '@analyzer/core/postgres/postgres-fixture.ts';
import { ANALYZER, BRIDGE, REPOSITORY } from '../folders.ts';
import { atLeast, atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';

const PUBLICATIONS = 400;
const READS_OF_PUBLICATION = 7.5;
const READERS = 4;
/** Replacements of the rows in place, of the negative control. */
const IN_PLACE = 20;
const PATIENT = { patienceMs: 30_000 };

/**
 * Publishes two states of the same projects in turn while four connections read: none may see a part of a publication.
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
    const readers = { open: () => openIndex(url, { bridge: BRIDGE }), states, readers: READERS };
    const publishing = async (): Promise<void> => {
      for (let round = 1; round <= publications; round++) await publish(states, round, url);
    };
    const started = performance.now();
    const { reads, torn } = await readDuring(publishing(), readers);
    const seconds = (performance.now() - started) / 1_000;
    process.stdout.write(`${publications} publications, ${reads} reads in ${seconds.toFixed(0)} s\n`);
    const control = await readDuring(replaceInPlace(url, states, IN_PLACE), readers);
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
