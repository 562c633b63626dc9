import type { Diff } from '#diff/model.ts';
import type { IntendedMirror } from '#lists/intended-mirror.ts';
import { mirrorName } from '../mirror-text.ts';
import { plural } from '../terminal/numbers.ts';
import { type ChangeCounts, countChanges } from './counts.ts';

/** A summary of a diff in a few lines; the first is the most important. */
export function verdictOf(diff: Diff): string[] {
  const counts = countChanges(diff);
  return [
    `${sideName(diff.before)} and ${sideName(diff.after)}: ${gistOf(diff, counts)}`,
    `declarations: ${listed({
      'signature changed': counts.declarations['signature-changed'],
      removed: counts.declarations.removed,
      renamed: counts.declarations.renamed,
      moved: counts.declarations.moved,
      changed: counts.declarations.changed + counts.declarations['names-changed'],
      added: counts.declarations.added,
    })}`,
    `files: ${listed({
      unchanged: counts.files.unchanged,
      modified: counts.files.modified,
      moved: counts.files.moved,
      'moved and edited': counts.files['moved-edited'],
      copied: counts.files.copied,
      added: counts.files.added,
      removed: counts.files.removed,
      unreadable: counts.files.unreadable,
    })}`,
    ...driftOf(diff),
    ...ignoredOf(diff),
    ...warningsOf(diff),
  ];
}

function gistOf({ files, declarations, imports, cycles, groups, ignored }: Diff, counts: ChangeCounts): string {
  if (files.length === 0) return (ignored?.files ?? 0) > 0 ? 'no difference in other files' : 'no difference';
  const isQuiet = declarations.length + imports.length + cycles.length + groups.length === 0;
  const isCode = files.some(({ effect }) => effect === 'code');
  if (isQuiet && !isCode)
    return `no code changes, ${plural(counts.files.layout_only, 'file')} changed only in formatting`;
  const code = `${plural(declarations.length, 'declaration')} changed in ${plural(files.length, 'file')}`;
  return isQuiet ? `code outside of declarations changed in ${plural(files.length, 'file')}` : code;
}

/** For each mirror the number of functions and methods that only one side got, and of edits that a copy on another side lacks. */
function driftOf({ drift = [], missed = [] }: Diff): string[] {
  const mirrors = new Map<string, number>();
  const add = (mirror: IntendedMirror, members: number) => {
    const name = mirrorName(mirror);
    mirrors.set(name, (mirrors.get(name) ?? 0) + members);
  };
  for (const { mirror, members } of drift) add(mirror, members.length);
  for (const { mirror } of missed) if (mirror !== undefined) add(mirror, 1);
  return [...mirrors].map(([name, members]) => `${name} drifted by ${plural(members, 'member')}`);
}

/** Changes that `--without` removes from the lists. */
function ignoredOf({ ignored }: Diff): string[] {
  if (ignored === undefined) return [];
  const { classes, ...counts } = ignored;
  return [`only in ${classes.join(', ')} (--without): ${listed(counts)}`];
}

function warningsOf({ similarity_search, scans }: Diff): string[] {
  const warnings: string[] = [];
  const { considered, truncated, skipped } = similarity_search;
  if (truncated)
    warnings.push(`The search for similar files ended after ${plural(considered, 'pair')}: raise --max-pairs.`);
  if (skipped > 0)
    warnings.push(`${plural(skipped, 'file')} could not be read again and are missing from that search.`);
  for (const scan of [scans.before, scans.after]) {
    const partial = scan.entries.filter((entry) => entry.kind === 'file' && entry.status === 'partial').length;
    if (partial > 0)
      warnings.push(
        `${plural(partial, 'file')} of ${scan.root} parsed with errors: the parts with errors are not compared.`,
      );
  }
  return warnings;
}

function sideName({ root, revision }: Diff['before']): string {
  return revision === undefined ? root : revision.written;
}

function listed(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0 ? 'none changed' : parts.map(([what, count]) => `${count} ${what}`).join(', ');
}
