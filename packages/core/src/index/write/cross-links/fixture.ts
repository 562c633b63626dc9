import { dbOf, engineOfThisProcess, indexFolder } from '#index/fixture.ts';
import { openIndex } from '#index/reader.ts';

interface ImportRow {
  specifier: string;
  names: string[];
  state: string;
  rule: string | null;
  reason: string | null;
  /** Of a resolved import: label and path. */
  target: string | null;
}

const IMPORTS = `
  SELECT specifier, names, import.state, rule, import.reason, label || ':' || target.path AS target
  FROM import LEFT JOIN file AS target ON target.id = target_id LEFT JOIN project ON project.id = target.project_id
  ORDER BY import.file_id, seq`;

/** Indexes the projects in a folder, and returns the imports of the index. */
export async function importsOf(folder: string, split: boolean): Promise<ImportRow[]> {
  await indexFolder(folder, { engine: await engineOfThisProcess(), split });
  const reader = await openIndex(dbOf(folder));
  try {
    return reader.read((snapshot) =>
      snapshot.all(IMPORTS, [], (row) => ({
        specifier: row.text('specifier'),
        names: JSON.parse(row.optionalText('names') ?? '[]').map(({ name }: { name: string }) => name),
        state: ['resolved', 'ambiguous', 'external', 'unresolved', 'declared'][row.integer('state')] ?? '',
        rule: row.optionalText('rule') ?? null,
        reason: row.optionalText('reason') ?? null,
        target: row.optionalText('target') ?? null,
      })),
    );
  } finally {
    reader.close();
  }
}

/** Specifier, state, rule or reason, and target. */
export function cellsOf(rows: readonly ImportRow[]) {
  return rows.map(({ specifier, state, rule, reason, target }) => [specifier, state, rule ?? reason, target]);
}
