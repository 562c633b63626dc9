import { relationsOf } from '#relations/find-relations.ts';
import type { CopyRelation } from '#relations/model.ts';
import { codeOf, RELATION_KINDS } from '../../codes.ts';
import type { Statements } from '../../sqlite/statements.ts';
import { Table } from '../table.ts';
import { type IndexedFile, ProjectFiles } from './project-files.ts';
import { readRelationInput } from './read-input.ts';

interface Written {
  /** Number of groups, and of pairs of files or folders, that were not compared. */
  leftOut: number;
  /** Number of files that were not compared because their text is not on this machine. */
  notRead: number;
}

/**
 * Finds and stores the relations of folders and files of all projects. Files that may be related are read again.
 *
 * @param listed integer ids of the groups that lists show
 * @throws AnalyzerError `cancelled`
 */
export async function writeRelations(
  statements: Statements,
  listed: readonly number[],
  signal?: AbortSignal,
): Promise<Written> {
  const { input, files } = readRelationInput(statements, listed);
  const source = new ProjectFiles(statements, files);
  const { relations, left_out } = await relationsOf(input, source, signal);
  const labels = statements.all('SELECT id, label FROM project', [], (row): [number, string] => [
    row.integer('id'),
    row.text('label'),
  ]);
  const rows = new RelationRows(statements, files, labels);
  for (const [index, relation] of relations.entries()) rows.add(index + 1, relation);
  statements.finish();
  return { leftOut: left_out, notRead: source.notRead };
}

class RelationRows {
  readonly #relations;
  readonly #sides;
  readonly #pairs;
  readonly #groups;
  readonly #files: ReadonlyMap<string, IndexedFile>;
  readonly #labels: readonly (readonly [id: number, label: string])[];

  constructor(
    statements: Statements,
    files: ReadonlyMap<string, IndexedFile>,
    labels: readonly (readonly [number, string])[],
  ) {
    this.#relations = new Table(statements, 'copy_relation', ['id', 'kind', 'lines', 'elsewhere', 'differs']);
    this.#sides = new Table(statements, 'copy_relation_side', ['relation_id', 'seq', 'project_id', 'path']);
    const counts = ['equal_lines', 'same', 'edited', 'only_left', 'only_right'] as const;
    this.#pairs = new Table(statements, 'copy_relation_pair', ['relation_id', 'seq', 'left_id', 'right_id', ...counts]);
    this.#groups = new Table(statements, 'copy_relation_group', ['relation_id', 'group_id']);
    this.#files = files;
    this.#labels = labels;
  }

  add(id: number, { kind, lines, elsewhere, differs, sides, pairs, groups }: CopyRelation): void {
    this.#relations.insert({ id, kind: codeOf(RELATION_KINDS, kind), lines, elsewhere, differs });
    for (const [seq, side] of sides.entries()) this.#sides.insert({ relation_id: id, seq, ...this.#sideOf(side) });
    for (const [seq, { left, right, equal_lines, same, edited, only_left, only_right }] of pairs.entries()) {
      const [left_id, right_id] = [this.#fileOf(left).id, this.#fileOf(right).id];
      const counts = { equal_lines, same, edited, only_left, only_right };
      this.#pairs.insert({ relation_id: id, seq, left_id, right_id, ...counts });
    }
    for (const group of groups) this.#groups.insert({ relation_id: id, group_id: Number(group) });
  }

  #fileOf(path: string): IndexedFile {
    const file = this.#files.get(path);
    if (file === undefined) throw new RangeError(`${path} of a relation is not in the index`);
    return file;
  }

  /** @param side a file, or a folder of one project or of several */
  #sideOf(side: string): { project_id: number | undefined; path: string } {
    const file = this.#files.get(side);
    if (file !== undefined) return { project_id: file.project, path: file.path };
    const path = side === '.' ? '' : side;
    const [only] = this.#labels;
    if (this.#labels.length === 1) return { project_id: only?.[0], path };
    for (const [id, label] of this.#labels) {
      if (path === label) return { project_id: id, path: '' };
      if (path.startsWith(`${label}/`)) return { project_id: id, path: path.slice(label.length + 1) };
    }
    return { project_id: undefined, path };
  }
}
