import { isDeepStrictEqual } from 'node:util';
import { AnalyzerError } from '@analyzer/contracts';
import type { Family, Plan, PlanConfig, PlanPackage } from '../plan/model.ts';
import { releaseOf } from '../plan/releases.ts';
import { Routing, type Target } from '../plan/routing.ts';
import type { Refreshed } from './refresh.ts';

/** Another configuration for a recorded plan. */
export interface Reconfiguration {
  /** Checked against the index. */
  config: PlanConfig;
  /** Families of the index that the configuration sends to one of its packages. */
  routed: readonly { family: Family; target: Target }[];
}

/** What another configuration changes about a package. */
export interface PackageChange {
  package_id: string;
  change: 'added' | 'changed' | 'removed';
  /** The properties that differ, of a changed package. */
  properties: ('name' | 'path' | 'release')[];
}

/** A family that gets another package, or that the plan did not have. */
export interface FamilyChange {
  family_id: string;
  /** Null without a package; absent if the family is new. */
  from?: string | null;
  to: string | null;
}

export interface Reconfigured {
  /** The recorded plan with the configuration and its packages. */
  plan: Plan;
  refreshed: Refreshed;
  packages: PackageChange[];
  families: FamilyChange[];
}

/**
 * The families of a recorded plan with the packages of another configuration: those that its routes choose, else those that
 * they had, as the configuration describes them. Families of packages that it adds are new.
 *
 * @throws AnalyzerError `usage` if work would be lost: another planning, or another project of a package
 */
export function reconfigured(plan: Plan, refreshed: Refreshed, { config, routed }: Reconfiguration): Reconfigured {
  if (plan.config.planning !== config.planning) {
    throw usage('the configuration has another planning than the recorded plan', 'Plan again to change planning.');
  }
  const targets = new Map(plan.packages.map((one) => [one.package_id, asConfigured(one, config)]));
  const routing = new Routing(config);
  const families = refreshed.families.map(({ before, now, packageId }): Refreshed['families'][number] => {
    const found = routing.isRouted(now) || packageId === null ? routing.targetOf(now) : undefined;
    if (found === undefined || 'candidates' in found || found.package.is_new) return { before, now, packageId };
    if (!targets.has(found.package.package_id)) targets.set(found.package.package_id, found.package);
    return { before, now, packageId: found.package.package_id };
  });
  const added = addedFamilies(plan, refreshed, { config, routed });
  for (const { target } of added) targets.set(target.package_id, target);
  const all = [
    ...families,
    ...added.map(({ family, target }) => ({ before: family, now: family, packageId: target.package_id })),
  ];
  const used = new Set(all.map(({ packageId }) => packageId));
  const packages = [...targets.values()].filter(({ package_id: id }) => used.has(id));
  return {
    plan: { ...plan, config, packages },
    refreshed: { ...refreshed, families: all },
    packages: packageChanges(plan, packages, config),
    families: [
      ...families.flatMap(({ now: { family_id: id }, packageId: to }, index) => {
        const from = refreshed.families[index]?.packageId ?? null;
        return from === to ? [] : [{ family_id: id, from, to }];
      }),
      ...added.map(({ family: { family_id: id }, target }) => ({ family_id: id, to: target.package_id })),
    ],
  };
}

/** A package as the configuration describes it, which keeps its id and project. */
function asConfigured(one: PlanPackage, { packages }: PlanConfig): PlanPackage {
  const its = packages.find(({ id }) => id === one.package_id);
  if (its === undefined) return one;
  const { name, project, path, language, kind } = its;
  if (project !== one.project || language !== one.language || kind !== one.kind) {
    const problem = `the package ${one.package_id} has another project, language or kind than in the recorded plan`;
    throw usage(problem, 'Give it another id: its tasks are then new, and the tickets of the old ones wait.');
  }
  return { ...one, name, path, is_new: false };
}

/** Families of packages that the earlier configuration did not have, without copies of the recorded ones. */
function addedFamilies(plan: Plan, { families }: Refreshed, { config, routed }: Reconfiguration) {
  const known = new Set(plan.config.packages.map(({ id }) => id));
  const isNew = new Set(config.packages.flatMap(({ id }) => (known.has(id) ? [] : [id])));
  const nameOf = (one: { project: string; path: string; qualified_name: string }): string =>
    JSON.stringify([one.project, one.path, one.qualified_name]);
  const recorded = [...plan.families, ...families.map(({ now }) => now)];
  const taken = new Set(recorded.flatMap(({ occurrences }) => occurrences.map(nameOf)));
  const ids = new Set(recorded.map(({ family_id: id }) => id));
  return routed.flatMap(({ family, target }) => {
    if (!('package' in target) || !isNew.has(target.package.package_id)) return [];
    if (ids.has(family.family_id) || family.occurrences.some((one) => taken.has(nameOf(one)))) return [];
    return [{ family, target: target.package }];
  });
}

function packageChanges(plan: Plan, packages: readonly PlanPackage[], config: PlanConfig): PackageChange[] {
  const now = new Map(packages.map((one) => [one.package_id, one]));
  const removed = plan.packages.filter(({ package_id: id }) => !now.has(id));
  return [
    ...packages.flatMap((one): PackageChange[] => {
      const id = one.package_id;
      const before = plan.packages.find((its) => its.package_id === id);
      if (before === undefined) return [{ package_id: id, change: 'added', properties: [] }];
      const releases = [releaseOf(plan.config, before), releaseOf(config, one)] as const;
      const properties: PackageChange['properties'] = [
        ...(before.name === one.name ? [] : (['name'] as const)),
        ...(before.path === one.path ? [] : (['path'] as const)),
        ...(isDeepStrictEqual(...releases) ? [] : (['release'] as const)),
      ];
      return properties.length === 0 ? [] : [{ package_id: id, change: 'changed', properties }];
    }),
    ...removed.map(({ package_id: id }): PackageChange => ({ package_id: id, change: 'removed', properties: [] })),
  ];
}

function usage(problem: string, hint: string): AnalyzerError {
  return new AnalyzerError('usage', { problem }, { hint });
}
