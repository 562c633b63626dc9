import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STANDARD } from '../corpus/recipe.ts';
import { BENCH, REPOSITORY } from '../folders.ts';
import { machine } from '../measure/machine.ts';
import type { Cost } from '../measure/measure.ts';
import { VERSIONS } from '../versions.ts';
import type { Budget } from './budgets.ts';

/** One run of the time bench. */
export interface Run {
  files: number;
  bytes: number;
  /** Parser processes of a scan. */
  jobs: number;
  rounds: number;
  /** Load average over a minute; more than the number of our processes means that others ran too. */
  load: { before: number; after: number };
  costs: ReadonlyMap<string, Cost>;
  budgets: readonly Budget[];
}

export function costOf(costs: ReadonlyMap<string, Cost>, name: string): Cost {
  const found = costs.get(name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found;
}

/** @returns the path of the stored run, below the repository */
export function store({ files, bytes, costs, ...run }: Run): string {
  const date = new Date().toISOString();
  const stored = {
    date,
    commit: commit(),
    versions: VERSIONS,
    machine: machine(),
    corpus: { sha256: STANDARD.result.sha256, files, bytes },
    ...run,
    costs: Object.fromEntries(costs),
  };
  const path = `bench/runs/${date.slice(0, 16).replace(':', '')}.json`;
  mkdirSync(join(BENCH, 'runs'), { recursive: true });
  writeFileSync(join(REPOSITORY, path), `${JSON.stringify(stored, null, 2)}\n`);
  return path;
}

/** With `-dirty` if the tree differs from the commit; null outside a repository. */
function commit(): string | null {
  const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  const { status, stdout } = spawnSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
