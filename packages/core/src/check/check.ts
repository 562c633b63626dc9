import type { CodeClass } from '#lists/list-classes.ts';
import type { FileClass } from '#scan/file-classes.ts';
import { importsOf } from '#scan/imports-of.ts';
import type { Scan } from '#scan/model.ts';
import { ApartFindings } from './apart.ts';
import { checkCopies } from './check-copies.ts';
import { checkCycles } from './check-cycles.ts';
import { checkGroups, containedIn, importantFirst } from './check-groups.ts';
import { convergedCallbacks, convergencesOf } from './convergence.ts';
import type { Edits } from './edits.ts';
import { familiesOf, locationOf, locationsOf } from './families.ts';
import { LittleTests } from './little-tests.ts';
import type { Against, Baseline, Check, Copy, GroupFinding } from './model.ts';
import { withoutClasses } from './without-classes.ts';

/** Optional information for findings. */
export interface Known {
  /** The scan of the baseline, if available: it shows which function is new. */
  before?: Scan;
  /** What the declarations of possible findings were before. */
  edits?: Edits;
  /** Files that were renamed since: the path before, by the path now. */
  renames?: ReadonlyMap<string, string>;
  /** The command that writes this baseline. */
  command?: string;
  /** The cycles of the scan are those of all imports, not only of those that run at load. */
  allImports?: boolean;
  /** Classes of files whose findings do not count. */
  without?: readonly FileClass[];
  /** Classes of findings that count, although a list puts them apart. */
  include?: readonly CodeClass[];
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
  const unchanged = known.before === undefined ? undefined : unchangedFiles(known.before, scan);
  const bodies = known.before === undefined ? new Map<string, Set<string>>() : bodiesOf(known.before);
  const bodyNow = bodiesOf(scan);
  const isNew = ({ location, path, qualified_name, isCallback }: Copy) => {
    const pathBefore = known.renames?.get(path);
    const old = pathBefore === undefined ? location : pathBefore + location.slice(path.length);
    // A location with a name is that of a declaration, or of a callback; blocks at file level have none.
    if (qualified_name !== '' && isCallback !== true && known.before !== undefined && !locations.has(old)) return true;
    const isSameBody = [...(bodyNow.get(location) ?? [])].some((body) => bodies.get(old)?.has(body));
    return unchanged !== undefined && !unchanged.has(path) && !isSameBody;
  };
  const { include = [], before, renames = new Map<string, string>() } = known;
  const apart = new ApartFindings(scan, include, before && { scan: before, renames });
  const apartBy = (finding: GroupFinding) => apart.of(finding);
  const there = locationsOf(scan);
  const judges = { isNew, apartBy, edits: known.edits, isThere: (location: string) => there.has(location) };
  const exact = checkGroups(baseline.groups, families, judges);
  const copies = checkCopies(baseline, scan, families, exact, judges);
  const excusedFamilies = copies.excused.map(({ family }) => family);
  const excused = new Set(excusedFamilies.map(({ id }) => id));
  const unexcused = new Set(exact.groups.map(({ family }) => family.id).filter((id) => !excused.has(id)));
  const contained = containedIn(families, unexcused, unexcused);
  const omitted = new Set(
    [...[...copies.covered.values()].flat(), ...excusedFamilies, ...contained].map(({ id }) => id),
  );
  const imports = importsOf(scan, known.allImports === true);
  const cycles = checkCycles(baseline.cycles, scan.cycles, (path) => files.has(path), imports);
  const groups = [...exact.groups.filter(({ family }) => !omitted.has(family.id)), ...copies.findings];
  const tests = new LittleTests(scan);
  const counted = include.includes('small')
    ? groups
    : groups.filter((finding) => {
        if (!tests.has(finding)) return true;
        apart.count('small');
        return false;
      });
  const findings = { groups: counted.sort(importantFirst), cycles: cycles.cycles };
  return {
    against,
    command: known.command ?? 'analyzer baseline',
    baseline,
    ...(known.without === undefined ? findings : withoutClasses(findings, scan, known.without, imports)),
    apart: apart.counts,
    edited: exact.edited + copies.edited,
    converged: [
      ...(known.edits?.convergences ?? []),
      ...(before === undefined ? [] : copies.excused.flatMap(convergencesOf)),
      ...(before === undefined ? [] : convergedCallbacks(copies.callbacks, baseline.members, renames)),
    ],
    contained,
    covered: copies.covered,
    excused: excusedFamilies,
    shrunk: { groups: exact.shrunk, cycles: cycles.shrunk },
    continued: exact.continued,
    families,
    scan,
  };
}

/** Hashes of the functions and types at each location. */
function bodiesOf({ entries }: Scan): Map<string, Set<string>> {
  const bodies = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (entry.kind !== 'file') continue;
    for (const { qualified_name, function_body, tree_hash } of entry.facts?.declarations ?? []) {
      const body = function_body ?? tree_hash;
      if (body === undefined) continue;
      const location = locationOf(entry.path, qualified_name);
      const its = bodies.get(location);
      if (its === undefined) bodies.set(location, new Set([body]));
      else its.add(body);
    }
  }
  return bodies;
}

/** Paths of files with the same bytes as before. */
function unchangedFiles(before: Scan, { entries }: Scan): Set<string> {
  const hashes = new Map(before.entries.map((entry) => [entry.path, entry.kind === 'file' ? entry.sha256 : undefined]));
  return new Set(
    entries.flatMap((entry) => {
      const isSame = entry.kind === 'file' && entry.sha256 !== undefined && hashes.get(entry.path) === entry.sha256;
      return isSame ? [entry.path] : [];
    }),
  );
}
