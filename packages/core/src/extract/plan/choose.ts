import { compareBytes } from '@analyzer/contracts/order';
import type { Families } from './families.ts';
import { describedFamily } from './libraries/candidates.ts';
import { libraryOf } from './libraries/library.ts';
import type { Home, LibraryFacts } from './libraries/model.ts';
import { planLibraries } from './libraries/plan-libraries.ts';
import { type Family, type PlanConfig, type PlanLibrary, SKIP_REASONS, type SkipReason } from './model.ts';
import type { Routing, Target } from './routing.ts';

interface Basis {
  config: PlanConfig;
  routing: Routing;
  read: Families;
}

/** The families of a plan with their packages. */
interface Chosen {
  /** By rank. */
  families: { family: Family; target: Target }[];
  /** Only in a plan of libraries. */
  libraries?: PlanLibrary[];
  skipped: ReadonlyMap<SkipReason, number>;
}

/** The first families, each with the package that the configuration chooses, or a new one. */
export function chosenFamilies({ routing, read }: Basis, most: number): Chosen {
  const families = read.families.slice(0, most);
  return { families: families.map((family) => ({ family, target: routing.targetOf(family) })), skipped: read.skipped };
}

/** The families for which the configuration chooses a package, and those of the best libraries. */
export function chosenLibraries({ config, routing, read }: Basis, facts: LibraryFacts, most: number): Chosen {
  const chosen: Chosen['families'] = [];
  const free: Family[] = [];
  for (const family of read.families) {
    const target = routing.targetOf(family);
    const isNew = 'package' in target && target.package.is_new;
    if (!isNew && chosen.length < most) chosen.push({ family, target });
    else free.push(family);
  }
  const named = namedLibraries(chosen, routing, facts);
  const { libraries, skipped: others } = planLibraries(free, facts, config, most - chosen.length);
  const skipped = new Map(read.skipped);
  for (const { family, reason } of others) skipped.set(reason, (skipped.get(reason) ?? 0) + family.group_ids.length);
  for (const { target, families } of libraries)
    for (const family of families) chosen.push({ family, target: { package: target } });
  const ranks = new Map(read.families.map(({ family_id: id }, rank) => [id, rank]));
  const rankOf = ({ family }: Chosen['families'][number]) => ranks.get(family.family_id) ?? 0;
  return {
    families: chosen.sort((a, b) => rankOf(a) - rankOf(b)),
    libraries: [...named, ...libraries.map(({ library }) => library)],
    skipped: new Map(
      SKIP_REASONS.flatMap((reason) => {
        const count = skipped.get(reason);
        return count === undefined ? [] : [[reason, count]];
      }),
    ),
  };
}

/** The packages that the configuration chooses, by id. */
function namedLibraries(chosen: Chosen['families'], routing: Routing, facts: LibraryFacts): PlanLibrary[] {
  const packages = new Map<string, Chosen['families']>();
  for (const one of chosen) {
    if (!('package' in one.target)) continue;
    const { package_id: id } = one.target.package;
    packages.set(id, [...(packages.get(id) ?? []), one]);
  }
  return [...packages]
    .sort(([a], [b]) => compareBytes(a, b))
    .flatMap(([, its]) => {
      const [first] = its;
      if (first === undefined || !('package' in first.target)) return [];
      const home: Home = routing.isRouted(first.family)
        ? { kind: 'route', unit: undefined, reason: 'a route of the configuration' }
        : { kind: 'registered', unit: undefined, reason: 'a package of the configuration has copies' };
      const placed = its.map(({ family }) => ({ ...describedFamily(family, facts), home, ease: 100, obstacles: [] }));
      return [libraryOf(first.target.package, placed, facts)];
    });
}
