import { RANGES, type RangeSum } from '#index/root/range-sums.ts';
import { sumsText } from '#index/root/stored-root.ts';
import type { Connection } from '#postgres/connect.ts';
import { readRows } from '#postgres/read-rows.ts';
import { missingProjects } from './missing-projects.ts';
import { KINDS } from './project-functions.ts';
import {
  GROUP_COLUMNS,
  type GroupRow,
  KindSums,
  MEMBER_COLUMNS,
  type MemberRow,
  readSums,
  wantedKinds,
} from './stored-sums.ts';

const STATE = 'SELECT number, root FROM analyzer.copies_state';
const FUNCTIONS = `
  SELECT ${MEMBER_COLUMNS} FROM analyzer.copies_function
  ORDER BY copies_function.kind, copies_function.fingerprint, project, path, start_byte`;
const GROUPS = `SELECT ${GROUP_COLUMNS} FROM analyzer.copies_group`;

export interface CopiesVerification {
  /** As stored. */
  root: string;
  /** Computed from the functions. */
  computed: string;
  functions: number;
  groups: number;
  /** First bytes of fingerprints whose stored sums or groups differ from the computed ones, ascending. */
  ranges: number[];
  /** Projects with a result whose functions are not in the groups, by name. */
  missing: string[];
}

/** Computes all groups and the root from the functions of one state, and compares them with what is stored. */
export function verifyCopies(connection: Connection): Promise<CopiesVerification> {
  return connection.transaction(async () => {
    const [state] = await connection.query<{ root: string }>(STATE);
    const computed = await computeGroups(connection);
    const stored = await readSums(connection);
    const groups = new KindSums();
    for await (const row of readRows<GroupRow>(connection, GROUPS)) groups.addGroup(row);
    const ranges = [...different(computed.lines, stored), ...different(computed.groupLines, groups)];
    return {
      root: state?.root ?? '',
      computed: computed.lines.root(await wantedKinds(connection)),
      functions: computed.functions,
      groups: computed.groups,
      ranges: [...new Set(ranges)].sort((a, b) => a - b),
      missing: await missingProjects(connection),
    };
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

export interface ComputedGroups {
  /** Of groups and occurrences. */
  lines: KindSums;
  /** Only of groups. */
  groupLines: KindSums;
  functions: number;
  groups: number;
}

/**
 * Groups all functions, from their rows alone, with constant memory. The caller has opened a transaction.
 */
export async function computeGroups(connection: Connection): Promise<ComputedGroups> {
  const computed = { lines: new KindSums(), groupLines: new KindSums(), functions: 0, groups: 0 };
  let group: GroupRow | undefined;
  let first: MemberRow | undefined;
  let last: MemberRow | undefined;
  const finish = () => {
    if (group === undefined || group.occurrences === 1) return;
    computed.groups++;
    computed.lines.addGroup(group);
    computed.groupLines.addGroup(group);
  };
  for await (const row of readRows<MemberRow>(connection, FUNCTIONS)) {
    computed.functions++;
    if (group === undefined || row.fingerprint !== group.fingerprint || row.kind !== group.kind) {
      finish();
      first = row;
      group = { ...row, occurrences: 1, projects: 1 };
    } else {
      if (group.occurrences === 1 && first !== undefined) computed.lines.addMember(first);
      computed.lines.addMember(row);
      group.occurrences++;
      if (row.project !== last?.project) group.projects++;
    }
    last = row;
  }
  finish();
  return computed;
}

function different(computed: KindSums, stored: KindSums): number[] {
  return KINDS.flatMap((kind) => {
    const [one, other] = [computed.of(kind).ranges(), stored.of(kind).ranges()];
    return Array.from({ length: RANGES }, (_, range) => range).filter((at) => text(one[at]) !== text(other[at]));
  });
}

function text(its: RangeSum | undefined): string {
  return its === undefined ? '' : `${its.lines}\t${sumsText(its)}`;
}
