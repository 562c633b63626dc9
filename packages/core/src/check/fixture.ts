import { engineOfThisProcess } from '#diff/fixture.ts';
import { GROUP_KINDS, type Scan, type ScanOptions } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import { readElements } from '#scan/read-elements.ts';
import { scan } from '#scan/scan.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { baselineOf } from './baseline.ts';
import { check, type Known } from './check.ts';
import { checkRevision } from './check-revision.ts';
import type { Check } from './model.ts';

/** The scan of a set of files, by path. */
export function scanOf(files: Record<string, string>, options: Partial<ScanOptions> = {}): Promise<Scan> {
  const context = { engine: engineOfThisProcess(), withoutCalls: true, withCopyEvidence: true };
  return scan(fixtureFolder(files), completeOptions({ kinds: [...GROUP_KINDS], ...options }), context);
}

/** Checks a set of files against the baseline of another one. */
export async function checkOf(before: Record<string, string>, after: Record<string, string>): Promise<Check> {
  return check(await scanOf(after), baselineOf(await scanOf(before)), { baseline: 'analyzer.baseline.json' });
}

/** The same with both states available, as for a revision. */
export async function checkOfBoth(
  before: Record<string, string>,
  after: Record<string, string>,
  counted: Pick<Known, 'without' | 'include'> = {},
): Promise<Check> {
  const against = { revision: { written: 'main:.', object: '0'.repeat(40), compared_with: '0'.repeat(40) } };
  const [old, now] = [await scanOf(before), await scanOf(after)];
  const read = (files: Record<string, string>, paths: ReadonlySet<string>) =>
    readElements(fixtureFolder(files), old.options, paths, { engine: engineOfThisProcess(), outcomes: new Map() });
  return checkRevision(now, old, against, counted, {
    now: (paths) => read(after, paths),
    before: (paths) => read(before, paths),
    earlier: async () => [],
  });
}
