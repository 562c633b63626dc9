import { Connection } from '#postgres/connect.ts';
import type { EarlierIds } from '../ids/id-layout.ts';
import { LAST_GENERATION, SHARED } from './generation.ts';
import { FIND_SHARED } from './shared-tables.ts';
import { withNul } from './text.ts';

const newest = (columns: string, table: string) =>
  `SELECT ${columns} FROM ${SHARED}.${table} WHERE until = ${LAST_GENERATION}`;

/**
 * The ids of the newest generation of a server, for an index of which it gets few new rows.
 *
 * @returns none if the server has no index of this version
 * @throws AnalyzerError errors of the server
 */
export async function readEarlierIds(url: string): Promise<EarlierIds> {
  const connection = await Connection.open(url);
  try {
    const [shared] = await connection.query<{ found: boolean }>(FIND_SHARED);
    const strings = async (text: string, table: string) => {
      if (shared?.found !== true) return new Map<string, number>();
      const rows = await connection.query<{ id: number; text: string }>(newest(`id, ${text} AS text`, table));
      return new Map(rows.map((row) => [withNul(row.text), row.id]));
    };
    return {
      names: await strings('text', 'name'),
      languages: await strings('name', 'language'),
      // Reason and rule of an exclusion are separated by NUL, which PostgreSQL does not have.
      rules: await strings(`reason || chr(1114111) || '0' || rule`, 'exclusion_rule'),
      groups: await strings(`'g_' || encode(key, 'hex')`, 'group_detail'),
      projects: new Map(
        shared?.found !== true
          ? []
          : (
              await connection.query<{ label: string; project: number; node: number }>(
                newest('label, id AS project, node_id AS node', 'project'),
              )
            ).map(({ label, ...ids }) => [withNul(label), ids]),
      ),
    };
  } finally {
    await connection.close();
  }
}
