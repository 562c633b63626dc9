import type { CopyGroup } from '#relate/copies/copy-groups.ts';
import type { GroupSummary } from '#relate/groups/link-groups.ts';
import type { Copies } from '#relate/groups/occurrences.ts';
import { codeOf, GROUP_KINDS, MATCHES } from '../codes.ts';
import { bytesOf, keyOf } from '../keys.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';

/** Writes groups before they have a rank, numbered from 0. */
export class GroupStaging {
  readonly #summaries;
  readonly #members;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #folded: ReadonlyMap<string, string>;
  #count = 0;

  /**
   * @param all groups in the order in which they are added
   * @param folded by id: the group into which a group is folded
   */
  constructor(statements: Statements, all: readonly { id: string }[], folded: ReadonlyMap<string, string>) {
    this.#numbers = new Map(all.map(({ id }, number) => [id, number]));
    this.#folded = folded;
    this.#summaries = new Table(statements, 'temp.head', SUMMARY_COLUMNS);
    this.#members = new Table(statements, 'temp.member', MEMBER_COLUMNS);
  }

  /**
   * Adds groups of functions. They must be added before all others.
   *
   * @param summaries aligned with the groups
   * @param copyOf the whole copy of a group, by its index
   */
  addExact(copies: readonly Copies[], summaries: readonly GroupSummary[], copyOf: ReadonlyMap<number, number>): void {
    for (const [number, { fingerprint, occurrences }] of copies.entries()) {
      const summary = summaries[number];
      if (summary === undefined) throw new RangeError('a group has no header');
      this.#summaries.insert({
        number: this.#count++,
        key: keyOf(summary.id),
        kind: codeOf(GROUP_KINDS, summary.kind),
        fingerprint: bytesOf(fingerprint),
        nodes: summary.nodes,
        score: summary.score,
        same_as: this.#numberOf(summary.same_as),
        contained_in: this.#numberOf(summary.contained_in ?? this.#folded.get(summary.id)),
        whole_copy_id: copyOf.get(number),
      });
      for (const [seq, { declaration }] of occurrences.entries()) {
        this.#members.insert({ ...NOT_COPIED, number, seq, node_id: declaration });
      }
    }
  }

  #numberOf(id: string | undefined): number | undefined {
    return id === undefined ? undefined : this.#numbers.get(id);
  }

  /** @param files by the numbers in the groups, with their nodes */
  addCopies(groups: readonly CopyGroup[], files: readonly { node: number }[]): void {
    for (const { id, kind, fingerprint, nodes, score, members } of groups) {
      const number = this.#count++;
      this.#summaries.insert({
        number,
        key: keyOf(id),
        kind: codeOf(GROUP_KINDS, kind),
        fingerprint: bytesOf(fingerprint),
        nodes,
        score,
        same_as: undefined,
        contained_in: this.#numberOf(this.#folded.get(id)),
        whole_copy_id: undefined,
      });
      for (const [seq, { file, declaration, similarity, match, range }] of members.entries()) {
        this.#members.insert({
          number,
          seq,
          // The declarations of a file follow it.
          node_id: (files[file]?.node ?? 0) + declaration + 1,
          similarity,
          match: match === undefined ? undefined : codeOf(MATCHES, match),
          start_line: range?.startLine,
          end_line: range?.endLine,
          start_byte: range?.startByte,
          end_byte: range?.endByte,
        });
      }
    }
  }
}

const NOT_COPIED = {
  similarity: undefined,
  match: undefined,
  start_line: undefined,
  end_line: undefined,
  start_byte: undefined,
  end_byte: undefined,
};

const SUMMARY_COLUMNS = [
  'number',
  'key',
  'kind',
  'fingerprint',
  'nodes',
  'score',
  'same_as',
  'contained_in',
  'whole_copy_id',
] as const;

const MEMBER_COLUMNS = [
  'number',
  'seq',
  'node_id',
  'similarity',
  'match',
  'start_line',
  'end_line',
  'start_byte',
  'end_byte',
] as const;
