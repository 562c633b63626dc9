import { isTestCallback } from '#lists/test-callback.ts';
import type { CopyGroup } from '#relate/copies/copy-groups.ts';
import type { GroupSummary } from '#relate/groups/link-groups.ts';
import type { Copies } from '#relate/groups/occurrences.ts';
import { codeOf, FILE_CLASSES, GROUP_KINDS, MATCHES } from '../codes.ts';

/** A row of `occurrence` without its group and number. */
export interface OccurrenceCells {
  node_id: number;
  similarity: number | undefined;
  match: number | undefined;
  start_line: number | undefined;
  end_line: number | undefined;
  start_byte: number | undefined;
  end_byte: number | undefined;
  callback: string | undefined;
  callback_classes: number | undefined;
}

/** A group before it has a rank. Its occurrences are built one at a time: an index has many. */
export interface ListedGroup {
  /** `g_` and 20 hex digits, also of the groups that it refers to. */
  id: string;
  same_as: string | undefined;
  contained_in: string | undefined;
  /** A code of `GROUP_KINDS`. */
  kind: number;
  /** 64 hex digits. */
  fingerprint: string;
  nodes: number;
  score: number;
  whole_copy_id: number | undefined;
  /** Number of occurrences. */
  size: number;
  /** @param seq from 0, in the order of the index */
  occurrence(seq: number): OccurrenceCells;
}

/** @param summary of these functions */
export function exactGroup(
  { fingerprint, occurrences }: Copies,
  summary: GroupSummary,
  folded: ReadonlyMap<string, string>,
  wholeCopy: number | undefined,
): ListedGroup {
  return {
    id: summary.id,
    same_as: summary.same_as,
    contained_in: summary.contained_in ?? folded.get(summary.id),
    kind: codeOf(GROUP_KINDS, summary.kind),
    fingerprint,
    nodes: summary.nodes,
    score: summary.score,
    whole_copy_id: wholeCopy,
    size: occurrences.length,
    occurrence: (seq) => ({ ...EXACT, node_id: occurrences[seq]?.declaration ?? 0 }),
  };
}

const TESTS = 1 << FILE_CLASSES.indexOf('test');

const EXACT = {
  similarity: undefined,
  match: undefined,
  start_line: undefined,
  end_line: undefined,
  start_byte: undefined,
  end_byte: undefined,
  callback: undefined,
  callback_classes: undefined,
};

/** @param files by the numbers in the group, with their nodes */
export function copyGroup(
  { id, kind, fingerprint, nodes, score, members }: CopyGroup,
  files: readonly { node: number }[],
  folded: ReadonlyMap<string, string>,
): ListedGroup {
  return {
    id,
    same_as: undefined,
    contained_in: folded.get(id),
    kind: codeOf(GROUP_KINDS, kind),
    fingerprint,
    nodes,
    score,
    whole_copy_id: undefined,
    size: members.length,
    occurrence: (seq) => {
      const { file = -1, declaration = 0, similarity, match, range, name } = members[seq] ?? {};
      return {
        // The declarations of a file follow it.
        node_id: (files[file]?.node ?? 0) + declaration + 1,
        similarity,
        match: match === undefined ? undefined : codeOf(MATCHES, match),
        start_line: range?.startLine,
        end_line: range?.endLine,
        start_byte: range?.startByte,
        end_byte: range?.endByte,
        callback: name,
        callback_classes: isTestCallback(name) ? TESTS : undefined,
      };
    },
  };
}
