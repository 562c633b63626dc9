// Guards: a valid index after each of 100 reindexes that are killed. Takes: not measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf } from '@analyzer/core/index/fixture.ts';
import { readOverview } from '@analyzer/core/index/overview.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { CORPUS } from '../folders.ts';
import { packagesOf, writeManifest } from '../index/packages.ts';
import { Random } from '../unbreakable/random.ts';
import { killedAfter, killedInCommit, reindex, startReindex } from './reindex.ts';

const KILLS = 100;
const SEED = 20_251_121;
/** Small ones of three languages, so that much of the time is between phases. */
const PACKAGES = ['npm/rxjs', 'debian/rkhunter', 'debian/neofetch'];
const MORE = 'debian/lynis';
/** After this number of kills a reindex completes; the others start from the state after the previous kill. */
const WHOLE_EVERY = 10;
/** If a run ends before its kill, later kills come earlier. */
const SHORTER = 0.9;
/** How long committing and emptying the log may take. */
const COMMIT_MS = 60;

/**
 * Kills reindexes with SIGKILL: half of them at moments spread over the complete run, half while they commit. After each
 * the tables of the index must be identical, byte for byte, to those before the run or to those of a complete run.
 */
export async function crashCommand(): Promise<void> {
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
    const tally = { earlier: 0, new: 0, late: 0 };
    const random = new Random(SEED);
    for (let kill = 0; kill < KILLS; ) {
      const before = await snapshotOf(db);
      const other = before === [...states.keys()][0] ? 1 : 0;
      const child = startReindex(manifests[other] ?? '', db);
      const killed = await (kill % 2 === 0
        ? killedAfter(child, (duration * (kill + 0.5)) / KILLS)
        : killedInCommit(child, db, random.below(COMMIT_MS)));
      const now = await snapshotOf(db);
      const state = states.get(now) ?? (await busyState(db));
      if (state === undefined) throw new Error(`after kill ${kill} the index is of an unknown state ${now}`);
      if ((await contents(db)) !== state) throw new Error(`after kill ${kill} the index of ${now} is not complete`);
      if (!killed) {
        tally.late++;
        // The machine is less busy than when a complete run was timed.
        if (kill % 2 === 0) duration *= SHORTER;
        continue;
      }
      tally[now === before ? 'earlier' : 'new']++;
      if (kill % WHOLE_EVERY === WHOLE_EVERY - 1) duration = await reindex(manifests[kill % 2] ?? '', db);
      kill++;
    }
    process.stdout.write(
      `${KILLS} reindexes of ${(duration / 1000).toFixed(1)} s killed: ${tally.earlier} left the earlier index, ` +
        `${tally.new} had committed, ${tally.late} more had ended before; all whole, ${KILLS / WHOLE_EVERY} of ${KILLS / WHOLE_EVERY} next ones succeeded\n`,
    );
    if (tally.earlier === 0 || tally.new === 0) throw new Error('the kills came all before or all after the commit');
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
