import { compareBytes } from '@analyzer/contracts/order';
import type { PlanConfig } from '../plan/model.ts';
import { taskKey } from '../plan/task-keys.ts';
import type { Delivery, Family, Package } from '../result/model.ts';
import type { TaskCheck } from '../result/verify-plan.ts';
import { currentPlan, type ExtractionState } from '../state/model.ts';

type CatalogPackage = PlanConfig['packages'][number];
type Route = PlanConfig['routes'][number];

export interface Catalog {
  /** The configuration of the next plan. */
  config: PlanConfig;
  /** Ids of the packages that it adds. */
  packages: string[];
  /** Packages that it does not add: their results are consistent, but not verified. */
  unverified: { name: string; reason: string }[];
  /** Number of routes that it adds. */
  routes: number;
  /** Families whose answer is not a package that exists: a route cannot say that. */
  without: { familyId: string; answer: string }[];
}

/**
 * The configuration of the current plan, with the packages that were created since and are verified, and with the answers of
 * accepted route-review tasks as routes.
 */
export function catalogOf(state: ExtractionState, checks: ReadonlyMap<string, TaskCheck>): Catalog {
  const { config, packages, families } = currentPlan(state);
  const delivered = packages.flatMap((one) => deliveredPackage(one, acceptedOf('verify', one.package_id, checks)));
  const created = delivered.flatMap((one) => (one.unverified === null ? [one.package] : []));
  const answers = families.flatMap((family) =>
    answersOf(family, acceptedOf('route-review', family.family_id, checks)?.delivery),
  );
  const isPackage = ({ answer }: Answer): boolean => config.packages.some(({ id }) => id === answer);
  const routes = newRoutes(answers.filter(isPackage), config.routes);
  return {
    config: {
      ...config,
      packages: [...config.packages, ...created.sort((a, b) => compareBytes(a.id, b.id))].map((one) => ({
        ...one,
        ...releasedVersion(acceptedOf('release', one.id, checks)),
      })),
      routes: [...config.routes, ...routes],
    },
    packages: created.map(({ id }) => id),
    unverified: delivered.flatMap(({ package: { name }, unverified }) => {
      return unverified === null ? [] : [{ name, reason: unverified }];
    }),
    routes: routes.length,
    without: answers
      .filter((one) => !isPackage(one))
      .map(({ family, answer }) => ({ familyId: family.family_id, answer })),
  };
}

type Accepted = Extract<TaskCheck, { state: 'verified' }>;

function acceptedOf(
  stage: 'verify' | 'release' | 'route-review',
  scope: string,
  checks: ReadonlyMap<string, TaskCheck>,
): Accepted | undefined {
  const check = checks.get(taskKey(stage, scope));
  return check?.state === 'verified' ? check : undefined;
}

/** A new package with an accepted result, and why it is not verified; null if it is. */
function deliveredPackage(
  { is_new: isNew, package_id: id, project, path, language, kind }: Package,
  accepted: Accepted | undefined,
): { package: CatalogPackage; unverified: string | null }[] {
  const its = accepted?.delivery.result.package;
  if (!isNew || accepted === undefined || !its) return [];
  const open = accepted.checks.find(({ outcome }) => outcome !== 'passed');
  const unverified = accepted.assurance === 'verified' ? null : (open?.reason ?? 'a check was not done');
  return [{ package: { id, name: its.name, project, path, language, kind }, unverified }];
}

/** The version of an accepted release: the next one must be higher. */
function releasedVersion(accepted: Accepted | undefined): Pick<CatalogPackage, 'released'> {
  const version = accepted?.delivery.result.release?.version;
  return version === undefined ? {} : { released: version };
}

interface Answer {
  family: Family;
  /** A package, `new` or `keep_local`. */
  answer: string;
}

function answersOf(family: Family, delivery: Delivery | undefined): Answer[] {
  const targets = delivery?.proposal?.targets ?? [];
  return targets
    .filter(({ family_id: id }) => id === family.family_id)
    .map((one) => ({ family, answer: one.package_id }));
}

/** A route for the path and name of each copy, in the order of their texts, without those that exist. */
function newRoutes(answers: readonly Answer[], existing: readonly Route[]): Route[] {
  const known = new Set(existing.map(textOf));
  const routes = new Map<string, Route>();
  for (const { family, answer } of answers) {
    for (const { path, qualified_name: qualified } of family.occurrences) {
      const name = nameOf(qualified);
      const route = {
        package_id: answer,
        path_glob: exactGlob(path),
        ...(name === undefined ? {} : { symbol_glob: name }),
      };
      if (!known.has(textOf(route))) routes.set(textOf(route), route);
    }
  }
  return [...routes].sort(([a], [b]) => compareBytes(a, b)).map(([, route]) => route);
}

/** The glob of one file. Globs have no escapes: a special character is written as a character class. */
function exactGlob(path: string): string {
  return `/${path.replace(/[*?{}[\]]/g, '[$&]')}`;
}

/** The declared name; undefined if it is not an identifier, so that the route is for all functions of the file. */
function nameOf(qualified: string): string | undefined {
  return /(?<![^.:#])[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(qualified)?.[0];
}

function textOf({ package_id, language, path_glob, symbol_glob }: Route): string {
  return JSON.stringify([package_id, language ?? null, path_glob ?? null, symbol_glob ?? null]);
}
