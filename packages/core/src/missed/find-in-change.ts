import { createHash } from 'node:crypto';
import { compareBytes } from '@analyzer/contracts/order';
import { BEFORE, type ChangeState, NOW, StateVersions } from './change-state.ts';
import { type Candidate, type ChangedHunk, CommitSearch, type Today } from './commit-search.ts';
import { describeHunk } from './describe-hunk.ts';
import { changesOf } from './hunks.ts';
import { type Lines, type MissedEdit, type MissedHunk, nothingLeftOut } from './model.ts';
import { functionAround, type Statements } from './statements.ts';
import { Vocabulary } from './vocabulary.ts';
import { changesOtherNames, merges } from './weigh.ts';

/** The files of a change that are compared: the path before, by the path now. */
export interface ComparedFiles {
  /** Files with an edited copy, and files with the other copies. */
  paths: ReadonlyMap<string, string>;
  edited: ReadonlySet<string>;
}

/** The places of an edit in one copy. */
interface EditedCopy {
  target: string;
  candidates: Candidate[];
}

/**
 * Finds the edits of a change that merge into copies of the edited code, which do not have them: what `findMissed` finds for
 * a commit, if all changes of the edited function merge.
 */
export async function findMissedInChange(
  { paths, edited }: ComparedFiles,
  before: ChangeState,
  now: ChangeState,
): Promise<MissedEdit[]> {
  const vocabulary = new Vocabulary();
  const versions = new StateVersions(before, now, vocabulary);
  const today = filesOf(paths, versions);
  const files = [...edited]
    .filter((path) => today.numbers.has(path))
    .map((path) => ({
      before: { path: paths.get(path) ?? path, object: BEFORE },
      after: { path, object: NOW },
      today: path,
    }));
  const search = new CommitSearch(today, vocabulary, nothingLeftOut());
  const { candidates: found } = search.candidates(files, versions);
  const targets = found.map(({ target }) => ({ path: paths.get(target) ?? target, object: BEFORE }));
  const candidates = search
    .atTheTime(found, targets, files, versions)
    .filter((it) => merges(it, vocabulary) && !changesOtherNames(it, vocabulary));
  const context = {
    vocabulary,
    contents: versions,
    pathOf: (path: string) => path,
    versionOf: (path: string) => ({ path, object: NOW }),
  };
  const edits: MissedEdit[] = [];
  const known = new Set<string>();
  for (const { hunks, copies } of editsOf(candidates)) {
    const merged: MissedHunk[][] = [];
    for (const { target, candidates: its } of copies) {
      if (!areAllIn(hunks, its)) continue;
      const described: MissedHunk[] = [];
      for (const it of its) described.push(await describeHunk(it, target, '', context));
      const key = JSON.stringify(described.map((it) => [it.target, it.merged]));
      // Another edit is the same, so that one note is enough.
      if (known.has(key) || !described.every((it) => it.merges)) continue;
      known.add(key);
      if (described.some((it) => it.class === 'behavior')) merged.push(described);
    }
    if (merged.length > 0) edits.push(editOf(merged));
  }
  return edits.sort((a, b) => compareBytes(a.edited.path, b.edited.path) || a.edited.start_line - b.edited.start_line);
}

function filesOf(paths: ReadonlyMap<string, string>, versions: StateVersions): Today {
  const files = [...paths.keys()].sort(compareBytes).flatMap((path): [string, Statements][] => {
    const its = versions.of({ path, object: NOW });
    return its === undefined ? [] : [[path, its]];
  });
  return {
    paths: files.map(([path]) => path),
    statements: files.map(([, its]) => its),
    numbers: new Map(files.map(([path], number) => [path, number])),
  };
}

/** The edits of functions, and those of code outside of functions, each with all its changes and with its copies. */
function editsOf(candidates: readonly Candidate[]): { hunks: ChangedHunk['hunk'][]; copies: EditedCopy[] }[] {
  const edits = new Map<string, { hunks: ChangedHunk['hunk'][]; copies: Map<string, EditedCopy> }>();
  const changes = new Map<Statements, ChangedHunk['hunk'][]>();
  for (const candidate of candidates) {
    const { file, old, now, hunk, target, place } = candidate;
    const all = changes.get(now) ?? changesOf(old, now);
    changes.set(now, all);
    const around = functionOf(now, hunk);
    const copyAround = functionAround(place.statements, place.window.start);
    if (target === file.today && around === copyAround) continue;
    const key = around < 0 ? `${file.today}\n${hunk.added.start}` : `${file.today}\nfunction ${around}`;
    const known = edits.get(key);
    const isOfEdit = (it: ChangedHunk['hunk']) =>
      around < 0 ? it.added.start === hunk.added.start : functionOf(now, it) === around;
    const edit = known ?? { hunks: all.filter(isOfEdit), copies: new Map() };
    edits.set(key, edit);
    const copyKey = copyAround < 0 ? `${target}\n${place.window.start}` : `${target}\nfunction ${copyAround}`;
    const copy = edit.copies.get(copyKey);
    if (copy === undefined) edit.copies.set(copyKey, { target, candidates: [candidate] });
    else copy.candidates.push(candidate);
  }
  return [...edits.values()].map(({ hunks, copies }) => ({ hunks, copies: [...copies.values()] }));
}

/** The outermost function of a change; -1 outside of functions. */
function functionOf(now: Statements, { added }: ChangedHunk['hunk']): number {
  const isRemoval = added.start === added.end;
  return functionAround(now, isRemoval ? added.start - 1 : added.start);
}

/** Whether a copy has one place for each change, or has the change. */
function areAllIn(hunks: readonly ChangedHunk['hunk'][], candidates: readonly Candidate[]): boolean {
  return hunks.every(({ added, removed }) => {
    const its = candidates.filter(
      ({ hunk }) => hunk.added.start === added.start && hunk.removed.start === removed.start,
    );
    const [first] = candidates;
    return its.length === 1 || (its.length === 0 && first !== undefined && hasChange(first, added));
  });
}

/** Whether all added statements are in the file of a place. */
function hasChange({ now, place }: Candidate, { start, end }: { start: number; end: number }): boolean {
  const there = new Set(place.statements.exact);
  return start < end && now.exact.subarray(start, end).every((it) => there.has(it));
}

function editOf(merged: readonly MissedHunk[][]): MissedEdit {
  const hunks = merged.flat();
  const hash = createHash('sha256');
  for (const { origin, target, change } of hunks) hash.update(JSON.stringify([origin.path, target.path, change]));
  return {
    id: `m_${hash.digest('hex').slice(0, 20)}`,
    edited: around(hunks.map(({ origin }) => origin)),
    copies: merged.map((its) => around(its.map(({ target }) => target))),
    hunks,
  };
}

/** All lines from the first to the last one of some. */
function around(lines: readonly Lines[]): Lines {
  return {
    path: lines[0]?.path ?? '',
    start_line: Math.min(...lines.map(({ start_line }) => start_line)),
    end_line: Math.max(...lines.map(({ end_line }) => end_line)),
  };
}
