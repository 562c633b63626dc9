import type { AgeCommit, CopyAges, GroupAges } from '#history/ages/model.ts';
import { traceCopies } from '#history/ages/read-ages.ts';
import type { Statements } from '../../sqlite/statements.ts';
import { type IndexedFile, ProjectFiles } from '../relations/project-files.ts';
import type { ListedCopy } from './copies.ts';
import type { Repository } from './repositories.ts';

/** The age of an occurrence. */
export interface IndexedAge {
  seq: number;
  came: AgeCommit | undefined;
  isUncommitted: boolean;
  edits: number;
}

/** What is known about the copies of a group in all repositories. */
export interface IndexedGroupAges {
  /** Integer id. */
  group: number;
  copies: IndexedAge[];
  /** Its `seq`. */
  first: number | undefined;
  /** Absent if copies are in several repositories, whose commits cannot be compared. */
  compared: Pick<GroupAges, 'together' | 'apart' | 'differ' | 'since'> | undefined;
}

/**
 * Follows the copies of groups that are in one repository.
 *
 * @param groups the occurrences of each group, in all projects
 * @throws {AnalyzerError} `unreadable`, `cancelled`
 */
export async function agesIn(
  { head, projects }: Repository,
  groups: readonly ListedCopy[][],
  statements: Statements,
  signal: AbortSignal | undefined,
): Promise<{ ages: Map<number, GroupAges & { seqs: number[] }>; history: CopyAges['history'] }> {
  const below = new Map(projects.map((it) => [it.project.id, it.below]));
  const files = new Map<string, IndexedFile>();
  const pathOf = ({ project, path }: IndexedFile): string | undefined => {
    const folder = below.get(project);
    if (folder === undefined) return undefined;
    return folder === '' ? path : `${folder}/${path}`;
  };
  const wanted = groups.flatMap((copies) => {
    const ranges = copies.flatMap(({ file, start_line, end_line, seq }) => {
      const path = pathOf(file);
      if (path === undefined) return [];
      files.set(path, file);
      return [{ path, start_line, end_line, seq }];
    });
    return ranges.length === 0 ? [] : [{ id: `${copies[0]?.group}`, ranges }];
  });
  const { groups: traced, history } = await traceCopies(wanted, new ProjectFiles(statements, files), head, signal);
  const seqs = new Map(wanted.map(({ id, ranges }) => [id, ranges.map(({ seq }) => seq)]));
  return {
    ages: new Map(traced.map((its) => [Number(its.group), { ...its, seqs: seqs.get(its.group) ?? [] }])),
    history,
  };
}

/** @param found of each repository that has some of the copies @param all number of its occurrences */
export function joinAges(
  group: number,
  found: readonly (GroupAges & { seqs: number[] })[],
  all: number,
): IndexedGroupAges | undefined {
  const copies = found.flatMap(({ copies: its, seqs }) =>
    its.map(({ came, is_uncommitted: isUncommitted, edits }, at) => ({
      seq: seqs[at] ?? 0,
      came,
      isUncommitted,
      edits,
    })),
  );
  if (copies.length === 0) return undefined;
  const [only] = found;
  if (only !== undefined && found.length === 1 && copies.length === all) {
    const { together, apart, differ, since } = only;
    const compared = { together, apart, differ, ...(since && { since }) };
    return { group, copies, first: only.first === undefined ? undefined : only.seqs[only.first], compared };
  }
  copies.sort((a, b) => a.seq - b.seq);
  return { group, copies, first: copies.length === all ? earliest(copies) : undefined, compared: undefined };
}

/** The `seq` of the only copy whose commit has the least date; commits of several repositories have only dates in common. */
function earliest(copies: readonly IndexedAge[]): number | undefined {
  const dates = copies.map(({ came }) => came?.date ?? '');
  const [least, next] = [...dates].sort();
  return least === '' || least === undefined || least === next ? undefined : copies[dates.indexOf(least)]?.seq;
}
