import { codeOf, LINK_STATES, nameOf } from '../../codes.ts';
import { OUTSIDE } from '../../cross-project.ts';
import type { Row } from '../../port.ts';

/** An import without a file in its own project. */
export interface UnlinkedImport {
  file: number;
  seq: number;
  project: number;
  /** Of the importing file. */
  path: string;
  language: string;
  /** The name or path that is searched. */
  target: string;
  /** JSON. */
  names: string | null;
  /** A class that the code names without importing it. */
  reference: boolean;
  line: number;
  phase: number;
  state: number;
  reason: string;
}

/** One destination of an import in other projects. */
export interface CrossLink {
  /** JSON of the names that lead there. */
  names: string | null;
  state: 'resolved' | 'ambiguous' | 'unresolved';
  /** Nodes of files. */
  targets: readonly number[];
  rule: string | null;
  reason: string | null;
}

/** Links one kind of imports. */
export interface Linker {
  /** Its links depend on the locations of the projects. */
  readonly byLocation?: true;
  /** @returns none if no other project has its target */
  link(from: UnlinkedImport): readonly CrossLink[];
}

/** Resolved for one file, ambiguous for several; `targets` is not empty. */
export function linkTo(targets: readonly number[], rule: string, names: string | null): CrossLink {
  const state = targets.length === 1 ? 'resolved' : 'ambiguous';
  return { names, state, targets, rule, reason: null };
}

/** Imports that can lead to other projects, by file. */
export const UNLINKED = `
  SELECT
    import.file_id, seq, file.project_id, path, language.name AS language, coalesce(target, specifier) AS target, names,
    reference, line, phase, import.state, import.reason
  FROM import JOIN node ON node.id = import.file_id JOIN file ON file.id = import.file_id
  JOIN language ON language.id = language_id
  WHERE import.state = ${codeOf(LINK_STATES, 'external')} AND import.reason IN ('${OUTSIDE.package}', '${OUTSIDE.module}', '${OUTSIDE.locked}')
    OR import.state = ${codeOf(LINK_STATES, 'unresolved')} AND (
      import.reason IN ('${OUTSIDE.class}', '${OUTSIDE.path}', '${OUTSIDE.mapped}')
      OR substr(import.reason, 1, ${OUTSIDE.nothing.length}) = '${OUTSIDE.nothing}'
      OR substr(import.reason, 1, ${OUTSIDE.into.length}) = '${OUTSIDE.into}'
    )
  ORDER BY import.file_id, seq`;

export function unlinkedImport(row: Row): UnlinkedImport {
  return {
    file: row.integer('file_id'),
    seq: row.integer('seq'),
    project: row.integer('project_id'),
    path: row.text('path'),
    language: row.text('language'),
    target: row.text('target'),
    names: row.optionalText('names') ?? null,
    reference: row.flag('reference'),
    line: row.integer('line'),
    phase: row.integer('phase'),
    state: codeOf(LINK_STATES, nameOf(LINK_STATES, row.integer('state'))),
    reason: row.text('reason'),
  };
}
