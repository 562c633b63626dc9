// Guards: each event once on three dashboards with one PostgreSQL while they are killed. Takes: not measured.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killDashboards } from '../../../packages/dashboard/src/shared/kill-fixture.ts';
import { REPOSITORY } from '../folders.ts';
import { startPostgres } from '../postgres-server.ts';
import { atLeast, atMost } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';

const ROUNDS = 90;
/** With the pause, clients send until the last kill. */
const PLAN = { dashboards: 3, clients: 2, pauseMs: 25 };
/** Events for each kill. */
const LEAST = 100;

/**
 * Sends events to three dashboards with one PostgreSQL, while dashboards and PostgreSQL are killed: each dashboard must have each
 * acknowledged event once. `--rounds N` sets the number of kills.
 */
export async function eventsCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: { rounds: { type: 'string', default: String(ROUNDS) } },
  });
  const rounds = Number(values.rounds);
  const program = join(REPOSITORY, 'packages/dashboard/bin/dashboard.js');
  const postgres = await startPostgres();
  try {
    const started = performance.now();
    const outcome = await killDashboards({ program, postgres, ...PLAN, rounds });
    const seconds = (performance.now() - started) / 1_000;
    process.stdout.write(`${JSON.stringify(outcome)} in ${seconds.toFixed(0)} s\n`);
    const budgets = [
      atLeast('acknowledged', 'events', rounds * LEAST, outcome.acknowledged),
      atMost('lost', 'events', 0, outcome.lost),
      atMost('duplicates', 'events', 0, outcome.duplicates),
      atMost('different', 'dashboards', 0, outcome.different),
    ];
    process.stdout.write(budgetTable(budgets));
    const missed = budgets.filter(({ held }) => !held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    await postgres.remove();
  }
}
