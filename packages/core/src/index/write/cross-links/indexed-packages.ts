import type { PackageKind } from '#discovery/packages.ts';
import { isTable, type JsonTable, parseJson } from '#relate/settings/json.ts';
import { SettingError } from '#relate/settings/setting-error.ts';
import type { Statements } from '../../sqlite/statements.ts';

/** A package of the index. */
export interface IndexedPackage {
  project: number;
  /** Relative to its project. */
  folder: string;
  name: string;
  /** The text of `manifest`. */
  entries: string;
  manifest: JsonTable;
}

const PACKAGES = 'SELECT project_id, folder, name, entries FROM package WHERE kind = ? ORDER BY project_id, folder';

/** The packages of a kind, by project and folder. */
export function indexedPackages(statements: Statements, kind: PackageKind): IndexedPackage[] {
  const rows = statements.all(PACKAGES, [kind], (row) => ({
    project: row.integer('project_id'),
    folder: row.text('folder'),
    name: row.text('name'),
    entries: row.text('entries'),
  }));
  return rows.flatMap((its) => {
    const manifest = tableOf(its.entries);
    return manifest === undefined ? [] : [{ ...its, manifest }];
  });
}

/** @returns undefined for JSON that is nested too deeply */
function tableOf(text: string): JsonTable | undefined {
  try {
    const value = parseJson(text);
    return isTable(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SettingError) return undefined;
    throw error;
  }
}
