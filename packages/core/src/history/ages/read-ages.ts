import { GroupClasses } from '#lists/group-classes.ts';
import { shownGroups } from '#lists/repeated-lines.ts';
import { align } from '#relate/align/align.ts';
import type { Scan } from '#scan/model.ts';
import { BlobReader } from '#tree/git/blob-reader.ts';
import { type CommitText, readCommits } from '#tree/git/commit-texts.ts';
import type { GitTree } from '#tree/git/git-tree.ts';
import { damagedObject } from '#tree/git/missing-objects.ts';
import { firstParentLine, type ParentCommit, parentChanges } from '#tree/git/parent-changes.ts';
import { pause } from '#tree/pause.ts';
import type { TreeSource } from '#tree/source.ts';
import { type ComparedCopies, compareCopies } from './compare-copies.ts';
import type { AgeCommit, CopyAge, CopyAges, GroupAges } from './model.ts';
import { TracedCopy, UNCOMMITTED } from './traced-copy.ts';

/** Commits that are searched. */
const MAX_COMMITS = 10_000;
const COMMITS_AT_ONCE = 512;

/** A file with copies, followed to older commits. */
interface TracedFile {
  path: string;
  lines: string[];
  copies: TracedCopy[];
}

/** The copies of a group. */
export interface AgedGroup {
  id: string;
  /** Lines from 1, both inclusive. */
  ranges: readonly { path: string; start_line: number; end_line: number }[];
}

type Files = Pick<TreeSource, 'read'>;

/**
 * Finds when the copies of the groups that a list shows came and changed.
 *
 * @param scan of the source
 * @param source the files that were scanned
 * @param head the last commit of the source
 * @throws {AnalyzerError} `unreadable`, `cancelled`
 */
export function readAges(scan: Scan, source: TreeSource, head: GitTree, signal?: AbortSignal): Promise<CopyAges> {
  const classes = new GroupClasses(scan);
  const { ids, groups } = shownGroups(scan, []);
  const shown = groups.filter(({ id }) => ids.has(id));
  return traceCopies(
    shown.map((group) => ({ id: group.id, ranges: classes.rangesOf(group) })),
    source,
    head,
    signal,
  );
}

/**
 * Finds when copies came and changed: their lines are followed through the commits of the first-parent line, a merge as one
 * commit.
 *
 * @param source the files with the copies
 * @param head the last commit of the source
 * @throws {AnalyzerError} `unreadable`, `cancelled`
 */
export async function traceCopies(
  groups: readonly AgedGroup[],
  source: Files,
  head: GitTree,
  signal?: AbortSignal,
): Promise<CopyAges> {
  const { folder } = head.repository;
  const line = await firstParentLine(folder, head.revision.object, MAX_COMMITS, signal);
  const blobs = new BlobReader(folder);
  try {
    const reader = new AgeReader(groups, blobs, signal);
    await reader.start(source, head);
    await reader.follow(head.repository, line.commits, line.isShallow);
    const used = reader.commits(line.commits);
    const texts = await readCommits(folder, used, signal);
    return {
      groups: reader.groups(line.commits, texts),
      history: { commits: line.commits.length, is_cut: line.isCut, is_shallow: line.isShallow },
    };
  } finally {
    await blobs.close();
  }
}

class AgeReader {
  readonly #blobs: BlobReader;
  readonly #signal: AbortSignal | undefined;
  /** By path at the commit that is looked at. */
  #files = new Map<string, TracedFile>();
  readonly #ranges: { group: AgedGroup; copies: TracedCopy[] }[];

  constructor(groups: readonly AgedGroup[], blobs: BlobReader, signal: AbortSignal | undefined) {
    this.#blobs = blobs;
    this.#signal = signal;
    this.#ranges = groups.map((group) => ({ group, copies: [] }));
  }

  /** Reads the scanned files, and compares them with the last commit. */
  async start(source: Files, head: GitTree): Promise<void> {
    for (const { group, copies } of this.#ranges) {
      for (const { path, start_line, end_line } of group.ranges) {
        const file = this.#files.get(path) ?? { path, lines: await this.#linesIn(source, path), copies: [] };
        this.#files.set(path, file);
        const copy = new TracedCopy(file.lines, { start: start_line - 1, end: end_line });
        copies.push(copy);
        file.copies.push(copy);
      }
    }
    for (const file of this.#files.values()) {
      const isCommitted = head.objectOf(file.path) !== undefined;
      const before = isCommitted ? await this.#linesIn(head, file.path) : undefined;
      this.#change(file, UNCOMMITTED, before);
    }
  }

  /** @param commits newest first */
  async follow(
    repository: { folder: string; below: string },
    commits: readonly ParentCommit[],
    isShallow: boolean,
  ): Promise<void> {
    for (let from = 0; from < commits.length && this.#files.size > 0; from += COMMITS_AT_ONCE) {
      const some = commits.slice(from, from + COMMITS_AT_ONCE);
      // A shallow clone does not have what the oldest commit changed.
      const compared = some.filter(({ parent }) => parent !== undefined || !isShallow);
      const changes = await parentChanges(repository, compared, this.#signal);
      for (const [at, { commit }] of some.entries()) {
        await pause(this.#signal);
        const changed = (changes.get(commit) ?? []).flatMap(({ path, before }) => {
          const file = this.#files.get(path);
          return file === undefined ? [] : [{ file, before }];
        });
        for (const { file, before } of changed) {
          this.#files.delete(file.path);
          const lines = before && (await this.#linesOf(before.object, before.path));
          this.#change(file, from + at, lines);
          if (before !== undefined) file.path = before.path;
        }
        for (const { file } of changed) if (file.copies.some((it) => it.isOpen)) this.#files.set(file.path, file);
      }
    }
  }

  /** @param before undefined if there was no such file */
  #change(file: TracedFile, commit: number, before: string[] | undefined): void {
    if (before === undefined) {
      for (const copy of file.copies) copy.start(commit);
      return;
    }
    const changes = align(before, file.lines);
    for (const copy of file.copies) copy.change(commit, changes, before, file.lines);
    file.lines = before;
  }

  async #linesIn(source: Files, path: string): Promise<string[]> {
    const reading = await source.read({ path }, Number.MAX_SAFE_INTEGER, this.#signal);
    return linesOf('bytes' in reading && reading.bytes !== undefined ? reading.bytes : new Uint8Array(0));
  }

  async #linesOf(object: string, path: string): Promise<string[]> {
    const pieces: Buffer[] = [];
    try {
      await this.#blobs.read(object, (piece) => pieces.push(Buffer.from(piece)));
    } catch {
      throw damagedObject(object, path);
    }
    return linesOf(Buffer.concat(pieces));
  }

  /** The ids of the commits that are named in the result. */
  commits(line: readonly ParentCommit[]): string[] {
    const numbers = this.#ranges.flatMap(({ copies }) => [
      ...copies.map(({ came }) => came),
      compareCopies(copies).since,
    ]);
    return [...new Set(numbers)].flatMap((it) => line[it]?.commit ?? []);
  }

  groups(line: readonly ParentCommit[], texts: ReadonlyMap<string, CommitText>): GroupAges[] {
    const commitOf = (number: number): AgeCommit | undefined => {
      const commit = line[number]?.commit;
      const text = commit === undefined ? undefined : texts.get(commit);
      if (commit === undefined || text === undefined) return undefined;
      return {
        commit,
        date: new Date(text.committed * 1000).toISOString().replace('.000Z', 'Z'),
        subject: text.subject,
      };
    };
    return this.#ranges.map(({ group, copies }): GroupAges => {
      const ages = copies.map(({ came: number, edits }, at): CopyAge => {
        const { path = '', start_line = 0, end_line = 0 } = group.ranges[at] ?? {};
        const came = commitOf(number);
        return {
          ...{ path, start_line, end_line },
          ...(came && { came }),
          is_uncommitted: number === UNCOMMITTED,
          edits: edits.filter((it) => it !== UNCOMMITTED).length,
        };
      });
      return { group: group.id, copies: ages, ...described(compareCopies(copies), commitOf) };
    });
  }
}

function described(
  { first, together, apart, differ, since: number }: ComparedCopies,
  commitOf: (number: number) => AgeCommit | undefined,
): Omit<GroupAges, 'group' | 'copies'> {
  const since = commitOf(number);
  return { ...(first !== undefined && { first }), together, apart, differ, ...(since && { since }) };
}

/** Without layout. */
function linesOf(bytes: Uint8Array): string[] {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString()
    .split('\n')
    .map((line) => line.trim());
}
