import { nameOf } from '#index/codes.ts';
import { withNul } from '#index/postgres/text.ts';
import { groupLine, memberLine } from '#index/root/canonical-line.ts';
import { merkleRoot } from '#index/root/merkle-root.ts';
import { type RangeSum, RangeSums } from '#index/root/range-sums.ts';
import { sumsText } from '#index/root/stored-root.ts';
import type { Connection } from '#postgres/connect.ts';
import { groupId } from '#relate/groups/group-id.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { KINDS } from './project-functions.ts';

/** A row of `copies_group`. */
export interface GroupRow {
  kind: number;
  /** 64 hex digits. */
  fingerprint: string;
  occurrences: number;
  projects: number;
  project: string;
  path: string;
  start_byte: number;
}

/** An occurrence of a group, from `copies_function`. */
export interface MemberRow {
  kind: number;
  fingerprint: string;
  project: string;
  path: string;
  start_byte: number;
  end_byte: number;
}

export const GROUP_COLUMNS =
  "kind, encode(fingerprint, 'hex') AS fingerprint, occurrences, projects, project, path, start_byte";
export const MEMBER_COLUMNS = "kind, encode(fingerprint, 'hex') AS fingerprint, project, path, start_byte, end_byte";

/** Sums of the canonical lines of the groups of each kind (docs/specifications/root.md). */
export class KindSums {
  readonly #byKind = new Map(KINDS.map((kind) => [kind as string, new RangeSums()]));

  addGroup({ occurrences, projects, ...row }: GroupRow): void {
    const { project, path, start_byte: startByte } = row;
    const representative = { project, path: withNul(path), startByte };
    this.#add(row, (group) => groupLine(group, { occurrences, projects }, representative));
  }

  addMember({ project, path, start_byte: startByte, end_byte: endByte, ...row }: MemberRow): void {
    const occurrence = { project, path: withNul(path), startByte, endByte, similarity: undefined };
    this.#add(row, (group) => memberLine(group, occurrence));
  }

  #add({ kind, fingerprint }: { kind: number; fingerprint: string }, line: LineOf): void {
    const name = nameOf(GROUP_KINDS, kind);
    const group = { kind: name, fingerprint, id: groupId(name, fingerprint) };
    this.of(name).add(fingerprint, line(group));
  }

  /** Adds the sums of other lines, or removes them with a factor of -1. */
  merge(other: KindSums, factor: 1n | -1n = 1n): void {
    for (const [kind, sums] of other.#byKind) for (const its of sums.ranges()) this.of(kind).merge(its, factor);
  }

  of(kind: string): RangeSums {
    const sums = this.#byKind.get(kind);
    if (sums === undefined) throw new RangeError(`no sums of the kind ${kind}`);
    return sums;
  }

  /** The root of the groups of some kinds. */
  root(kinds: readonly string[]): string {
    const all = new RangeSums();
    for (const kind of kinds) for (const its of this.of(kind).ranges()) all.merge(its);
    return merkleRoot(all.ranges());
  }
}

type LineOf = (group: { kind: string; fingerprint: string; id: string }) => string;

type StoredRange = { kind: number; range: number; lines: number; sums: string };

export async function readSums(connection: Connection): Promise<KindSums> {
  const sums = new KindSums();
  for (const { kind, range, lines, sums: text } of await connection.query<StoredRange>(
    'SELECT kind, range, lines, sums FROM analyzer.copies_range',
  )) {
    sums.of(nameOf(GROUP_KINDS, kind)).merge({ range, lines: BigInt(lines), sums: text.split('\t').map(BigInt) });
  }
  return sums;
}

const WRITE = `
  INSERT INTO analyzer.copies_range SELECT $1, * FROM unnest($2::smallint[], $3::bigint[], $4::text[])
  ON CONFLICT (kind, range) DO UPDATE SET lines = excluded.lines, sums = excluded.sums
  WHERE copies_range.lines <> excluded.lines OR copies_range.sums <> excluded.sums`;

/** Replaces the sums of all ranges. */
export async function writeSums(connection: Connection, sums: KindSums): Promise<void> {
  for (const kind of KINDS) {
    const ranges: RangeSum[] = sums.of(kind).ranges();
    await connection.query(WRITE, [
      GROUP_KINDS.indexOf(kind),
      ranges.map(({ range }) => range),
      ranges.map(({ lines }) => String(lines)),
      ranges.map(sumsText),
    ]);
  }
}

/** The kinds that a project wants, as in an index of all projects. */
export async function wantedKinds(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ kinds: string }>('SELECT DISTINCT kinds FROM analyzer.copies_project');
  return KINDS.filter((kind) => rows.some(({ kinds }) => kinds.split(',').includes(kind)));
}
