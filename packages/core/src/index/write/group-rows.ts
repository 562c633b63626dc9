import { compareBytes } from '@analyzer/contracts/order';
import type { IdLayout } from '../ids/id-layout.ts';
import { bytesOf, keyOf } from '../keys.ts';
import type { Statements } from '../sqlite/statements.ts';
import type { FileTable } from './file-table.ts';
import type { ListedGroup } from './listed-group.ts';
import { Table } from './table.ts';

/** Data of a group that its occurrences have in common. */
interface Extent {
  /** Occurrences by project. */
  projects: Map<number, number>;
  /** Of the first occurrence; 0 for none. */
  language: number;
  /** Sum of the FILE_CLASSES that all occurrences have. */
  classes: number;
}

/**
 * Ranks groups by projects, score and key, and writes them with their occurrences in the order of these ranks: so that
 * each table grows at its end. Details wait in `temp.ranked_group` for the names of their functions.
 *
 * @param groups in any order
 * @param layout gives the ids; without it, the id of a group is its rank
 */
export function writeGroupRows(
  statements: Statements,
  groups: readonly ListedGroup[],
  files: FileTable,
  layout?: IdLayout,
): void {
  const projects = groups.map((group) => extentOf(group, files).projects.size);
  const order = [...groups.keys()].sort((a, b) => {
    const [one, other] = [groups[a], groups[b]];
    if (one === undefined || other === undefined) return 0;
    return (projects[b] ?? 0) - (projects[a] ?? 0) || other.score - one.score || compareBytes(one.id, other.id);
  });
  const ids = layout?.groupIds(order.map((at) => groups[at]?.id ?? '')) ?? order.map((_, index) => index + 1);
  const ranks = new Map(order.map((at, index) => [groups[at]?.id, ids[index]]));
  const rankOf = (id: string | undefined) => (id === undefined ? undefined : ranks.get(id));
  const tables = {
    groups: new Table(statements, 'clone_group', GROUP_COLUMNS),
    occurrences: new Table(statements, 'occurrence', OCCURRENCE_COLUMNS),
    projects: new Table(statements, 'group_project', ['group_id', 'project_id', 'occurrences']),
    details: new Table(statements, 'temp.ranked_group', ['id', 'key', 'fingerprint']),
  };
  for (const [index, at] of order.entries()) {
    const group = groups[at];
    if (group === undefined) throw new RangeError(`there is no group ${at}`);
    const id = ids[index] ?? 0;
    const extent = extentOf(group, files);
    tables.groups.insert({
      id,
      kind: group.kind,
      language_id: extent.language,
      projects: extent.projects.size,
      occurrences: group.size,
      nodes: group.nodes,
      score: group.score,
      classes: extent.classes,
      same_as: rankOf(group.same_as),
      contained_in: rankOf(group.contained_in),
      whole_copy_id: group.whole_copy_id,
    });
    for (let seq = 0; seq < group.size; seq++) {
      tables.occurrences.insert({ group_id: id, seq, ...group.occurrence(seq) });
    }
    for (const [project_id, occurrences] of [...extent.projects].sort(([a], [b]) => a - b)) {
      tables.projects.insert({ group_id: id, project_id, occurrences });
    }
    tables.details.insert({ id, key: keyOf(group.id), fingerprint: bytesOf(group.fingerprint) });
  }
  statements.finish();
}

function extentOf(group: ListedGroup, files: FileTable): Extent {
  const extent: Extent = { projects: new Map(), language: 0, classes: -1 };
  for (let seq = 0; seq < group.size; seq++) {
    const { node_id, callback_classes: classes = 0 } = group.occurrence(seq);
    const file = files.positionOf(node_id);
    const project = files.projects[file] ?? 0;
    extent.projects.set(project, (extent.projects.get(project) ?? 0) + 1);
    if (seq === 0) extent.language = files.languages[file] ?? 0;
    extent.classes &= (files.classes[file] ?? 0) | classes;
  }
  return extent;
}

const GROUP_COLUMNS = [
  'id',
  'kind',
  'language_id',
  'projects',
  'occurrences',
  'nodes',
  'score',
  'classes',
  'same_as',
  'contained_in',
  'whole_copy_id',
] as const;

const OCCURRENCE_COLUMNS = [
  'group_id',
  'seq',
  'node_id',
  'similarity',
  'match',
  'start_line',
  'end_line',
  'start_byte',
  'end_byte',
  'callback',
  'callback_classes',
] as const;
