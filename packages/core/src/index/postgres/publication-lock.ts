import { setTimeout } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { LOCKS } from '#postgres/advisory-locks.ts';
import type { Connection } from '#postgres/connect.ts';
import type { Waiting } from '../write/index-lock.ts';

const RETRY_MS = 200;

/**
 * Waits until no other program changes which generation is current. The lock ends with the connection.
 *
 * @throws AnalyzerError `busy` when another program has the lock for longer than the patience
 */
export async function lockPublication(
  connection: Connection,
  { patienceMs, onWaiting, signal }: Waiting,
): Promise<void> {
  const started = performance.now();
  for (let tries = 0; ; tries++) {
    const sql = 'SELECT pg_try_advisory_lock($1, 0) AS locked';
    const [row] = await connection.query<{ locked: boolean }>(sql, [LOCKS.publication]);
    if (row?.locked === true) return;
    if (performance.now() - started >= patienceMs) {
      throw new AnalyzerError(
        'busy',
        { problem: `another process is writing the index ${connection.server}` },
        { hint: 'Try again later.' },
      );
    }
    if (tries === 0) onWaiting?.();
    await setTimeout(RETRY_MS, undefined, signal === undefined ? {} : { signal });
  }
}
