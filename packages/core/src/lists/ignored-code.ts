import type { Group, Scan } from '#scan/model.ts';
import { GroupClasses } from './group-classes.ts';
import { type IgnoredRange, type IgnoredRanges, ignoredRanges } from './ignored-ranges.ts';

/** Similarity of a declaration to itself, in thousandths. */
const WHOLE = 1000;

interface Lines {
  path: string;
  start_line: number;
  end_line: number;
}

/** An occurrence of a group that a comment silences. */
export interface SuppressedOccurrence {
  /** Index in the occurrences or blocks of the group. */
  occurrence: number;
  /** Of the comment, in the file of the occurrence. */
  line: number;
  reason: string;
}

/** The code of a scan that comments in the source exclude from lists of copies. */
export class IgnoredCode {
  /** By path, only files with such comments. */
  readonly files: ReadonlyMap<string, IgnoredRanges>;

  constructor({ entries }: Pick<Scan, 'entries'>) {
    this.files = new Map(
      entries.flatMap((entry) => {
        const facts = entry.kind === 'file' ? entry.facts : undefined;
        return facts?.ignore_comments === undefined ? [] : [[entry.path, ignoredRanges(facts)] as const];
      }),
    );
  }

  /** The comment that silences an occurrence, which must be in its lines completely. */
  commentOf({ path, start_line, end_line }: Lines): IgnoredRange | undefined {
    return this.files.get(path)?.ranges.find(({ start, end }) => start <= start_line && end_line <= end);
  }
}

/** The silenced occurrences of a scan, by the id of their group. */
export function suppressedOccurrences(scan: Scan): Map<string, SuppressedOccurrence[]> {
  const suppressed = new Map<string, SuppressedOccurrence[]>();
  const code = new IgnoredCode(scan);
  if (code.files.size === 0) return suppressed;
  const classes = new GroupClasses(scan);
  for (const group of scan.groups) {
    const its = classes.rangesOf(group).flatMap((range, occurrence) => {
      const comment = code.commentOf(range);
      return comment === undefined ? [] : [{ occurrence, line: comment.line, reason: comment.reason }];
    });
    if (its.length > 0) suppressed.set(group.id, its);
  }
  return suppressed;
}

/** A comment without effect. */
export interface IgnoreProblem {
  path: string;
  line: number;
  problem: string;
}

/** The comments of a scan that silence no copy, in order. @param others code with findings of another kind */
export function uselessComments(scan: Scan, others: readonly Lines[] = []): IgnoreProblem[] {
  const code = new IgnoredCode(scan);
  if (code.files.size === 0) return [];
  const classes = new GroupClasses(scan);
  const copies = scan.groups.flatMap((group) => [...classes.rangesOf(group)]);
  const used = new Set([...copies, ...others].flatMap((it) => code.commentOf(it) ?? []));
  return [...code.files].flatMap(([path, { ranges, problems }]) => {
    const unused = ranges
      .filter((it) => !used.has(it))
      .map(({ line }) => ({ line, problem: 'no copy is in its lines' }));
    return [...problems, ...unused].sort((a, b) => a.line - b.line).map((it) => ({ path, ...it }));
  });
}

export interface CountedGroups {
  /** Without silenced occurrences, if at least two others remain. */
  groups: readonly Group[];
  /** Number of the other unfolded groups. */
  silenced: number;
}

/** The groups of a scan for people: a silenced occurrence leaves its group. */
export function countedGroups(scan: Scan): CountedGroups {
  const suppressed = suppressedOccurrences(scan);
  if (suppressed.size === 0) return { groups: scan.groups, silenced: 0 };
  let silenced = 0;
  const groups = scan.groups.flatMap((group) => {
    const its = suppressed.get(group.id);
    if (its === undefined) return [group];
    const remaining = without(group, new Set(its.map(({ occurrence }) => occurrence)));
    if (remaining.occurrences.length + (remaining.blocks?.length ?? 0) >= 2) return [remaining];
    if (group.folded_into === undefined) silenced++;
    return [];
  });
  return { groups, silenced };
}

function without(group: Group, omitted: ReadonlySet<number>): Group {
  const remains = (_: unknown, index: number) => !omitted.has(index);
  const { occurrences, similarity, blocks } = group;
  return {
    ...group,
    occurrences: occurrences.filter(remains),
    // Others are compared with the first one that remains.
    ...(similarity && { similarity: [WHOLE, ...similarity.filter(remains).slice(1)] }),
    ...(blocks && { blocks: blocks.filter(remains) }),
  };
}
