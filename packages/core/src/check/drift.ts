import { createHash } from 'node:crypto';
import { type DriftedFile, type IntendedMirror, MirrorSides } from '#lists/intended-mirror.ts';
import { type MissedEdit, NEVER_COMPARED } from '#missed/model.ts';
import type { DeclarationFacts } from '#parse/facts.ts';
import { matchMembers } from '#relations/members.ts';
import { classOf, type FileClass } from '#scan/file-classes.ts';
import type { FileEntry, Scan } from '#scan/model.ts';
import type { CheckedEdit } from './model.ts';
import { renamedFiles } from './renamed-files.ts';

/** Each edit with the first mirror of which it is on one side, and a copy without it on another one. */
export function withMirrorsOfEdits(edits: readonly MissedEdit[], mirrors: readonly IntendedMirror[]): CheckedEdit[] {
  const all = mirrors.map((mirror) => ({ mirror, sides: new MirrorSides(mirror) }));
  return edits.map((edit) => {
    const its = all.find(({ sides }) => {
      const own = sides.sideOf(edit.edited.path);
      return own !== undefined && edit.copies.some(({ path }) => ![own, undefined].includes(sides.sideOf(path)));
    });
    return its === undefined ? edit : { ...edit, mirror: its.mirror };
  });
}

/**
 * Finds the functions and methods that a change added on one side of an intended mirror and not on another one, in files
 * that both sides have, and added files that only one side has. An edit that is known as missed is not repeated.
 *
 * @param without further classes of files that are not compared
 */
export function findDrift(
  before: Scan,
  now: Scan,
  mirrors: readonly IntendedMirror[],
  missed: readonly MissedEdit[],
  without: readonly FileClass[] = [],
): DriftedFile[] {
  if (mirrors.length === 0) return [];
  const [old, current] = [filesOf(before, without), filesOf(now, without)];
  const renames = renamedFiles(before, now);
  const drifted: DriftedFile[] = [];
  for (const mirror of mirrors) {
    const sides = new MirrorSides(mirror);
    for (const [path, file] of current) {
      if (sides.sideOf(path) === undefined) continue;
      const earlier = old.get(renames.get(path) ?? path);
      if (earlier?.sha256 !== undefined && earlier.sha256 === file.sha256) continue;
      const added = matchMembers(functionsOf(earlier), functionsOf(file)).onlyRight;
      const lacking: { members: DeclarationFacts[]; lacks: string[] }[] = [];
      for (const other of sides.counterparts(path)) {
        const there = current.get(other);
        // A file that existed alone has no counterpart.
        if (there === undefined && earlier !== undefined) continue;
        const alone = new Set(matchMembers(functionsOf(file), functionsOf(there)).onlyLeft);
        const members = added.filter((it) => alone.has(it) && !missed.some((edit) => isMissed(edit, path, other, it)));
        const same = lacking.find(
          (it) => it.members.every((one, at) => one === members[at]) && it.members.length === members.length,
        );
        if (same !== undefined) same.lacks.push(other);
        else if (members.length > 0) lacking.push({ members, lacks: [other] });
      }
      drifted.push(...lacking.map(({ members, lacks }) => driftOf(mirror, path, members, lacks)));
    }
  }
  return drifted;
}

function driftOf(
  mirror: IntendedMirror,
  path: string,
  added: readonly DeclarationFacts[],
  lacks: string[],
): DriftedFile {
  const members = added.map(({ qualified_name }) => qualified_name);
  const hash = createHash('sha256')
    .update(JSON.stringify([path, members, lacks]))
    .digest('hex');
  const { start_line = 1, end_line = 1 } = added[0] ?? {};
  return { id: `d_${hash.slice(0, 20)}`, mirror, added: { path, start_line, end_line }, members, lacks };
}

/** Whether an edit of a member, which a file of another side does not have, is known. */
function isMissed(
  { edited, copies }: MissedEdit,
  path: string,
  other: string,
  { start_line, end_line }: DeclarationFacts,
): boolean {
  const isEdited = edited.path === path && edited.start_line <= end_line && edited.end_line >= start_line;
  return isEdited && copies.some((copy) => copy.path === other);
}

/** Files of product code with their facts. */
function filesOf({ entries }: Scan, without: readonly FileClass[]): Map<string, FileEntry> {
  return new Map(
    entries.flatMap((entry) => {
      const isCompared =
        entry.kind === 'file' && entry.facts !== undefined && !classOf(entry, [...NEVER_COMPARED, ...without]);
      return isCompared ? [[entry.path, entry] as const] : [];
    }),
  );
}

function functionsOf(file: FileEntry | undefined) {
  return file?.facts?.declarations ?? [];
}
