import { AnalyzerError } from '@analyzer/contracts';
import { Connection } from '#postgres/connect.ts';
import { migrate } from '#postgres/migrations/migrate.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import type { Waiting } from '../write/index-lock.ts';
import { schemaOf } from './generation.ts';
import { lockPublication } from './publication-lock.ts';

const EARLIER = `
  SELECT max(number) AS number FROM analyzer.generation
  WHERE number < (SELECT generation FROM analyzer.current) AND schema_version = $1`;

const POINT = `
  UPDATE analyzer.current
  SET generation = $1, snapshot_id = (SELECT snapshot_id FROM %.snapshot), published_at = now() RETURNING snapshot_id`;

/**
 * Lets readers open the generation before the current one, if the server still has it. The later one stays until a publication
 * removes it.
 *
 * @returns the snapshot id
 * @throws AnalyzerError `not_found` if there is no earlier generation; `busy` as `publishIndex`; errors of the server
 */
export async function rollBack(url: string, waiting: Waiting): Promise<string> {
  const connection = await Connection.open(url);
  try {
    await migrate(connection);
    await lockPublication(connection, waiting);
    const [earlier] = await connection.query<{ number: number | null }>(EARLIER, [SCHEMA_VERSION]);
    const number = earlier?.number ?? undefined;
    if (number === undefined) {
      const hint = 'Publications keep earlier generations with --keep 2 or more.';
      throw new AnalyzerError('not_found', { what: 'earlier generation in', name: connection.server }, { hint });
    }
    const sql = POINT.replace('%', schemaOf(number));
    const [current] = await connection.query<{ snapshot_id: string }>(sql, [number]);
    if (current === undefined) throw new RangeError('the server has no current generation');
    return current.snapshot_id;
  } finally {
    await connection.close();
  }
}
