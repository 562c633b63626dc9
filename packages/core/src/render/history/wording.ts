import type { Share } from '#check/share.ts';
import type { CopyHistory } from '#history/model.ts';
import { grouped, plural } from '../terminal/numbers.ts';

/** `4.1 %`. */
export function percentText({ lines, repeated }: Share): string {
  return `${lines === 0 ? '0.0' : ((100 * repeated) / lines).toFixed(1)} %`;
}

/** Why there is nothing to show. */
export function emptyReason({ history, steps, options }: CopyHistory): string | undefined {
  if (history.seen === 0) return `no commits since ${options.since}`;
  if (steps.length === 0 && history.without_files !== undefined) {
    return 'the repository lacks the files of all steps, as a partial clone (git fetch --refetch --no-filter)';
  }
  if (steps.length === 0) return 'no commit in the range has the folder';
  if (steps.every(({ files }) => files === 0)) return 'no code at any step: no file of a parsed language';
  return undefined;
}

/** The last lines of a report: what was looked at, and what was not. */
export function summaryOf({ history, steps, options, scan }: CopyHistory): string[] {
  const since = options.since === undefined ? '' : ` since ${options.since}`;
  const lines = [
    `${plural(steps.length, 'step')} of ${plural(history.commits, 'commit')}${since} that changed the folder (first parents only)`,
  ];
  if (scan.kinds.includes('near')) {
    const near = steps.filter((step) => step.near !== undefined).length;
    const how = near === 0 ? 'not compared' : `compared at ${grouped(near)} of ${plural(steps.length, 'step')}`;
    if (near < steps.length) lines.push(`similar functions (near) are ${how}: --near all compares them at all`);
  }
  const incomplete = steps.at(-1)?.incomplete ?? 0;
  if (incomplete > 0) lines.push(`${plural(incomplete, 'file')} of the last step could not be analyzed`);
  if (history.without_folder > 0) lines.push(`${plural(history.without_folder, 'commit')} without the folder left out`);
  const { missing_objects: missing = 0, without_files: skipped = 0 } = history;
  if (missing > 0) {
    const left = skipped > 0 ? `, ${plural(skipped, 'step')} left out` : '';
    lines.push(
      `${plural(missing, 'version')} of files missing from the repository${left} (git fetch --refetch --no-filter)`,
    );
  }
  if (history.is_shallow) lines.push('the clone is shallow: older commits are missing (git fetch --unshallow)');
  if (steps.length === 1) lines.push('one step shows no change: more commits are needed');
  return lines;
}
