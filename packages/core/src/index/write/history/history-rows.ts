import { compareBytes } from '@analyzer/contracts/order';
import type { AgeCommit } from '#history/ages/model.ts';
import type { MissedFinding } from '#missed/model.ts';
import { visible } from '#render/visible.ts';
import { CHANGE_CLASSES, codeOf, EVIDENCES } from '../../codes.ts';
import type { Statements } from '../../sqlite/statements.ts';
import { Table } from '../table.ts';
import type { IndexedGroupAges } from './read-ages.ts';

/** Characters of a subject that are stored. */
const MOST = 200;

/** A change that did not reach a file of the index. */
export interface IndexedFinding {
  finding: MissedFinding;
  /** Integer id and label of the project whose history has the commit. */
  project: number;
  label: string;
  /** Node id of the file that lacks the change. */
  target: number;
}

/** Writes ages and missed changes, with each commit once. */
export function writeHistoryRows(
  statements: Statements,
  ages: readonly IndexedGroupAges[],
  findings: readonly IndexedFinding[],
): void {
  const commits = commitIds(statements, [
    ...ages.flatMap(({ copies, compared }) => [...copies.map(({ came }) => came), compared?.since]),
    ...findings.map(({ finding }) => finding),
  ]);
  const idOf = (commit: AgeCommit | undefined) => commit && commits.get(commit.commit);
  const groups = new Table(statements, 'group_age', ['group_id', 'first', 'together', 'apart', 'differ', 'since_id']);
  const copies = new Table(statements, 'copy_age', ['group_id', 'seq', 'came_id', 'uncommitted', 'edits']);
  for (const { group, first, compared, copies: its } of ages) {
    const { together, apart, differ, since } = compared ?? {};
    groups.insert({ group_id: group, first, together, apart, differ, since_id: idOf(since) });
    for (const { seq, came, isUncommitted, edits } of its) {
      copies.insert({ group_id: group, seq, came_id: idOf(came), uncommitted: isUncommitted, edits });
    }
  }
  writeFindings(statements, findings, idOf);
  statements.finish();
}

/** @returns by hash */
function commitIds(statements: Statements, named: readonly (AgeCommit | undefined)[]): Map<string, number> {
  const found = new Map(named.flatMap((it) => (it === undefined ? [] : [[it.commit, it] as const])));
  const sorted = [...found.values()].sort((a, b) => compareBytes(a.commit, b.commit));
  const table = new Table(statements, 'history_commit', ['id', 'hash', 'date', 'subject']);
  for (const [at, { commit, date, subject }] of sorted.entries()) {
    table.insert({ id: at + 1, hash: commit, date, subject: shortened(visible(subject)) });
  }
  return new Map(sorted.map(({ commit }, at) => [commit, at + 1]));
}

function shortened(subject: string): string {
  const characters = [...subject];
  return characters.length <= MOST ? subject : `${characters.slice(0, MOST - 1).join('')}…`;
}

function writeFindings(
  statements: Statements,
  findings: readonly IndexedFinding[],
  idOf: (commit: AgeCommit) => number | undefined,
): void {
  const own = ['commit_id', 'project_id', 'target_id', 'class', 'evidence', 'weight', 'properties'] as const;
  const changes = new Table(statements, 'missed_change', ['id', 'key', ...own]);
  const lines = ['origin', 'origin_start', 'origin_end', 'target_start', 'target_end'] as const;
  const kinds = ['class', 'evidence', 'similarity', 'merges'] as const;
  const places = new Table(statements, 'missed_place', ['missed_id', 'seq', ...kinds, ...lines]);
  for (const [at, { finding, project, target, label }] of findings.entries()) {
    changes.insert({
      id: at + 1,
      key: finding.id,
      commit_id: idOf(finding),
      project_id: project,
      target_id: target,
      class: codeOf(CHANGE_CLASSES, finding.class),
      evidence: codeOf(EVIDENCES, finding.evidence),
      weight: finding.weight,
      properties: JSON.stringify(finding.properties),
    });
    for (const [seq, { origin, target: place, ...hunk }] of finding.hunks.entries()) {
      places.insert({
        missed_id: at + 1,
        seq,
        class: codeOf(CHANGE_CLASSES, hunk.class),
        evidence: codeOf(EVIDENCES, hunk.evidence),
        similarity: hunk.similarity,
        merges: hunk.merges,
        // Paths of several projects start with the label.
        origin: origin.path.slice(label.length + 1),
        origin_start: origin.start_line,
        origin_end: origin.end_line,
        target_start: place.start_line,
        target_end: place.end_line,
      });
    }
  }
}
