// Guards: a valid index after each of 100 reindexes that are killed. Takes: not measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contentOf } from '@analyzer/core/index/fixture.ts';
import { readOverview } from '@analyzer/core/index/overview.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { CORPUS } from '../folders.ts';
import { packagesOf, writeManifest } from '../index/packages.ts';
import { Random } from '../unbreakable/random.ts';
import { killedAfter, killedInCommit, reindex, startReindex, timeAfterCommit } from './reindex.ts';

const KILLS = '100';
const SEED = 20_251_121;
/** Small ones, so that much of the time is between phases. */
const PACKAGES = ['debian/rkhunter', 'debian/neofetch'];
const MORE = 'debian/debootstrap';
/** After this number of kills a reindex completes; the others start from the state after the previous kill. */
const WHOLE_EVERY = 10;
/** If a run ends before its kill, later kills come earlier. */
const SHORTER = 0.9;
/** Runs that may end before their kill, for each kill. */
const MAX_LATE = 3;
const FINE = 1000;

/**
 * Kills reindexes with SIGKILL, `--kills` of them: half at moments spread over the complete run, half while they commit, most of them near its beginning. After
 * each the tables of the index must be identical, byte for byte, to those before the run or to those of a complete run.
 */
export async function crashCommand(): Promise<void> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { kills: { type: 'string', default: KILLS } } });
  const kills = Number(values.kills);
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-crash-'));
  try {
    const db = join(folder, 'index.db');
    const manifests = [PACKAGES, [...PACKAGES, MORE]].map((ids, version) => {
      const file = join(folder, `${version}.json`);
      writeManifest(
        file,
        packagesOf(CORPUS).filter(({ id }) => ids.includes(id)),
      );
      return file;
    });
    const states = new Map<string, string>();
    let duration = 0;
    for (const manifest of manifests) {
      duration = await reindex(manifest, db);
      states.set(await snapshotOf(db), await contents(db));
    }
    const rest = await timeAfterCommit(startReindex(manifests[0] ?? '', db), db);
    const tally = { earlier: 0, new: 0, late: 0 };
    const inCommit = { earlier: 0, new: 0 };
    const random = new Random(SEED);
    for (let kill = 0; kill < kills; ) {
      const before = await snapshotOf(db);
      const other = before === [...states.keys()][0] ? 1 : 0;
      const child = startReindex(manifests[other] ?? '', db);
      const killed = await (kill % 2 === 0
        ? killedAfter(child, (duration * (kill + 0.5)) / kills)
        : killedInCommit(child, db, rest * (random.below(FINE) / FINE) ** 2));
      const now = await snapshotOf(db);
      const state = states.get(now) ?? (await busyState(db));
      if (state === undefined) throw new Error(`after kill ${kill} the index is of an unknown state ${now}`);
      if ((await contents(db)) !== state) throw new Error(`after kill ${kill} the index of ${now} is not complete`);
      if (!killed) {
        tally.late++;
        if (tally.late > MAX_LATE * kills) throw new Error(`${tally.late} runs ended before their kill`);
        // The machine is less busy than when a complete run was timed.
        if (kill % 2 === 0) duration *= SHORTER;
        continue;
      }
      const left = now === before ? 'earlier' : 'new';
      tally[left]++;
      if (kill % 2 !== 0) inCommit[left]++;
      if (kill % WHOLE_EVERY === WHOLE_EVERY - 1) duration = await reindex(manifests[kill % 2] ?? '', db);
      kill++;
    }
    process.stdout.write(
      `${kills} reindexes of ${(duration / 1000).toFixed(1)} s killed: ${tally.earlier} left the earlier index, ` +
        `${tally.new} had committed, ${tally.late} more had ended before; all complete, and each tenth next run succeeded\n` +
        `${inCommit.earlier + inCommit.new} of them after the beginning of the commit, ${rest.toFixed(0)} ms before the end: ` +
        `${inCommit.earlier} before and ${inCommit.new} after the new index had its name\n`,
    );
    if (inCommit.earlier === 0 || inCommit.new === 0)
      throw new Error('the kills came all before or all after the commit');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function snapshotOf(db: string): Promise<string> {
  const reader = await openIndex(db);
  try {
    return reader.read(({ id }) => id);
  } finally {
    reader.close();
  }
}

/**
 * On a busy machine a parser may exceed its time limit. Such an index is complete and differs only in
 * statuses.
 */
async function busyState(db: string): Promise<string | undefined> {
  const reader = await openIndex(db);
  try {
    const statuses = reader.read(readOverview).projects.flatMap(({ incomplete }) => incomplete);
    if (!statuses.some(({ status }) => status === 'timeout' || status === 'parser-failed')) return undefined;
  } finally {
    reader.close();
  }
  process.stderr.write('a parser did not end in time: the machine is too busy\n');
  return contents(db);
}

async function contents(db: string): Promise<string> {
  return JSON.stringify(await contentOf(db));
}
