import type { Connection } from '#postgres/connect.ts';
import { schemaOf } from './generation.ts';

/** Rights that the owner gave to others, as statements for a new schema with the same tables. */
const GRANTS = `
  SELECT format(
    'GRANT %s ON %s TO %s%s', privilege_type, target,
    CASE WHEN grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
    CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
  ) AS sql
  FROM (
    SELECT format('SCHEMA %I', $2::text) AS target, nspowner AS owner, its.*
    FROM pg_namespace CROSS JOIN LATERAL aclexplode(nspacl) AS its
    WHERE nspname = $1
    UNION ALL
    SELECT format('%I.%I', $2::text, earlier.relname), earlier.relowner, its.*
    FROM pg_class AS earlier
    JOIN pg_class AS new ON new.relname = earlier.relname AND new.relnamespace = $2::text::regnamespace
    CROSS JOIN LATERAL aclexplode(earlier.relacl) AS its
    WHERE earlier.relnamespace = to_regnamespace($1) AND earlier.relkind IN ('r', 'v')
  ) AS own
  WHERE grantee <> owner ORDER BY 1`;

/** Gives the rights on the current generation to the same users for a new one. @param schema of the new one */
export async function copyGrants(connection: Connection, schema: string): Promise<void> {
  const [current] = await connection.query<{ generation: number }>('SELECT generation FROM analyzer.current');
  if (current === undefined) return;
  const grants = await connection.query<{ sql: string }>(GRANTS, [schemaOf(current.generation), schema]);
  if (grants.length > 0) await connection.query(grants.map(({ sql }) => sql).join(';\n'));
}
