import { join } from 'node:path';
import { comparePositions, groupLine, memberLine } from '#index/root/canonical-line.ts';
import type { RangeSums } from '#index/root/range-sums.ts';
import type { CopyGroup } from '#relate/copies/copy-groups.ts';
import { TableWriter } from '../parquet/table-writer.ts';
import { GROUP_TABLES } from '../parquet/tables.ts';

const OPEN_ROWS = 65_536;

/** An occurrence of a group. */
export interface GroupMember {
  project: string;
  path: string;
  startByte: number;
  endByte: number;
  startLine: number;
  endLine: number;
  nodes: number;
  name: string;
  language: string;
  classes: string;
  /** Only of a `near` group. */
  similarity: number | undefined;
}

/** Writes the rows of groups that this program finds, and sums their lines. */
export class GroupTablesWriter {
  readonly #groups: TableWriter<typeof GROUP_TABLES.groups>;
  readonly #members: TableWriter<typeof GROUP_TABLES.members>;
  readonly #sums: RangeSums;

  /**
   * @param target has the folders `groups` and `members`
   * @param name of the file in both
   */
  constructor(target: string, name: string, sums: RangeSums) {
    this.#groups = new TableWriter(join(target, `groups/${name}.parquet`), GROUP_TABLES.groups, {});
    this.#members = new TableWriter(join(target, `members/${name}.parquet`), GROUP_TABLES.members, {});
    this.#sums = sums;
  }

  add(group: Omit<CopyGroup, 'members'>, members: readonly GroupMember[]): void {
    const { id, kind, fingerprint, nodes, score } = group;
    const [first] = members.toSorted(comparePositions);
    if (first === undefined) return;
    const projects = new Set(members.map(({ project }) => project)).size;
    const counts = { occurrences: members.length, projects };
    const own = { kind, fingerprint: Buffer.from(fingerprint, 'hex'), group_id: id };
    this.#sums.add(fingerprint, groupLine(group, counts, first));
    this.#groups.add({
      ...own,
      occurrences: BigInt(members.length),
      projects: BigInt(projects),
      nodes,
      score: BigInt(score),
      project: first.project,
      path: first.path,
      start_byte: BigInt(first.startByte),
    });
    for (const member of members) {
      this.#sums.add(fingerprint, memberLine(group, member));
      this.#members.add({ ...own, ...columnsOf(member), similarity: member.similarity ?? 0 });
    }
    if (this.#groups.open >= OPEN_ROWS) this.#groups.endRowGroup();
    if (this.#members.open >= OPEN_ROWS) this.#members.endRowGroup();
  }

  finish(): void {
    this.#groups.finish();
    this.#members.finish();
  }

  close(): void {
    this.#groups.close();
    this.#members.close();
  }
}

function columnsOf({ startByte, endByte, startLine, endLine, ...member }: GroupMember) {
  const { project, path, nodes, name, language, classes } = member;
  const lines = { start_line: startLine, end_line: endLine };
  const bytes = { start_byte: BigInt(startByte), end_byte: BigInt(endByte) };
  return { project, path, ...bytes, ...lines, nodes, name, language, classes };
}
