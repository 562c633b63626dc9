import type { Scan } from '#scan/model.ts';
import { checkCycles } from './check-cycles.ts';
import { checkGroups } from './check-groups.ts';
import { familiesOf, locationsOf } from './families.ts';
import type { Against, Baseline, Check } from './model.ts';

/** Optional information for findings; it does not change which findings there are. */
interface Known {
  /** The scan of the baseline, if available: it shows which function is new. */
  before?: Scan;
  /** The command that writes this baseline. */
  command?: string;
}

/**
 * Finds clone groups and import cycles that a baseline does not allow: new groups, groups with more copies, new cycles
 * and cycles with more files. Location, formatting and file names of copies make no difference.
 *
 * @param scan a scan with the options of the baseline
 */
export function check(scan: Scan, baseline: Baseline, against: Against, known: Known = {}): Check {
  const families = familiesOf(scan);
  const files = new Set(scan.entries.flatMap(({ kind, path }) => (kind === 'file' ? [path] : [])));
  const locations = known.before === undefined ? new Set<string>() : locationsOf(known.before);
  const { groups, held, shrunk, continued } = checkGroups(baseline.groups, families, (location) =>
    locations.has(location),
  );
  const cycles = checkCycles(
    baseline.cycles,
    scan.cycles,
    (path) => files.has(path),
    (path) => importsOf(scan, path),
  );
  return {
    against,
    command: known.command ?? 'analyzer baseline',
    baseline,
    groups,
    held,
    cycles: cycles.cycles,
    shrunk: { groups: shrunk, cycles: cycles.shrunk },
    continued,
    families,
    scan,
  };
}

function importsOf({ relations }: Scan, path: string): ReadonlySet<string> {
  const imports = relations.get(path)?.imports ?? [];
  return new Set(imports.flatMap(({ state, path: target }) => (state === 'resolved' && target ? [target] : [])));
}
