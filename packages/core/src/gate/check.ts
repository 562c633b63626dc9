import type { Scan } from '#scan/model.ts';
import { checkCycles } from './check-cycles.ts';
import { checkGroups } from './check-groups.ts';
import { familiesOf, placesOf } from './families.ts';
import type { Against, Baseline, Check } from './model.ts';

/** What helps people with findings and makes none. */
interface Known {
  /** The scan that the baseline is of, where it is at hand: it tells which function is new. */
  before?: Scan;
  /** The command that writes this baseline. */
  command?: string;
}

/**
 * What a project has beyond a baseline: clone groups that are new or have more copies, import cycles that are new or
 * have more files. Where a copy stands, how it is laid out and what its file is called makes no difference.
 *
 * @param scan made with the options of the baseline
 */
export function check(scan: Scan, baseline: Baseline, against: Against, known: Known = {}): Check {
  const families = familiesOf(scan);
  const files = new Set(scan.entries.flatMap(({ kind, path }) => (kind === 'file' ? [path] : [])));
  const places = known.before === undefined ? new Set<string>() : placesOf(known.before);
  const { groups, held, shrunk, continued } = checkGroups(baseline.groups, families, (place) => places.has(place));
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
