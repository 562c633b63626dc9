import { describe, expect, test } from 'vitest';
import type { Family, PlanConfig, PlanPackage } from './model.ts';
import { DEFAULT_OPTIONS } from './options.ts';
import { assemble } from './plan.ts';
import { needsRelease, releaseOf, releaseProblems } from './releases.ts';
import { Routing } from './routing.ts';

const MONEY: PlanPackage = {
  package_id: 'money',
  name: '@shop/money',
  project: 'shop',
  path: 'packages/money',
  language: 'typescript',
  kind: 'package',
  is_new: false,
};
const CONFIG: PlanConfig = {
  schema: 'analyzer.extraction-config.v1',
  coordinator: 'shop',
  new_package_project: 'shop',
  new_package_directory: 'packages',
  planning: 'families',
  queue: 'analyzer',
  packages: [
    {
      id: 'money',
      name: '@shop/money',
      project: 'shop',
      path: 'packages/money',
      language: 'typescript',
      kind: 'package',
    },
  ],
  routes: [{ package_id: 'money' }],
  repositories: [
    { project: 'shop', remote: 'acme/shop' },
    { project: 'web', remote: 'acme/shop' },
    { project: 'billing', remote: 'acme/billing' },
  ],
};
const NPM: PlanConfig = { ...CONFIG, releases: [{ method: 'npm-workspace' }] };

function familyIn(projects: readonly string[]): Family {
  return {
    family_id: `f_${'1'.repeat(20)}`,
    fingerprint: '1'.repeat(64),
    group_ids: [`g_${'1'.repeat(20)}`],
    language: 'typescript',
    kind: 'function-body',
    names: ['round'],
    complete: undefined,
    others: [],
    occurrences: projects.map((project, node) => ({
      node_id: `n_${String(node).padStart(20, '0')}`,
      project,
      path: 'src/round.ts',
      qualified_name: 'round',
      start_line: 1,
      end_line: 9,
      sha256: '2'.repeat(64),
      name: 'round',
      node: node + 1,
    })),
    evidence: 0,
  };
}

function planned(config: PlanConfig, projects: readonly string[]) {
  const read = { families: [familyIn(projects)], skipped: new Map() };
  const { tasks } = assemble('1'.repeat(64), { config, options: DEFAULT_OPTIONS, routing: new Routing(config), read });
  const stages = new Map(tasks.map(({ task_key: key, stage }) => [key, stage]));
  return tasks.map(({ stage, project, after }) => `${stage} ${project}: ${after.map((key) => stages.get(key)).join()}`);
}

describe('a plan with releases', () => {
  test('has a release between verify and the migrations of other repositories', () => {
    expect(planned(NPM, ['billing', 'shop', 'web'])).toEqual([
      'design shop: ',
      'package shop: design',
      'verify shop: package',
      'release shop: verify',
      'migrate billing: release',
      'validate billing: migrate',
      'migrate shop: verify',
      'validate shop: migrate',
      'migrate web: verify',
      'validate web: migrate',
    ]);
  });

  test('has no release if all projects are in the repository of the package', () => {
    expect(planned(NPM, ['shop', 'web']).join()).not.toContain('release');
  });

  test('has no release for a package without a rule', () => {
    const other: PlanConfig = { ...CONFIG, releases: [{ method: 'pip-path' }] };
    expect(planned(other, ['billing', 'shop'])).toEqual(planned(CONFIG, ['billing', 'shop']));
  });
});

test('projects with an empty remote are repositories of their own', () => {
  const config = { ...NPM, repositories: [] };
  expect(needsRelease(config, MONEY, 'web')).toBe(true);
  expect(needsRelease(config, MONEY, 'shop')).toBe(false);
});

describe('the path of a release', () => {
  test.each([
    ['of a rule without path', { method: 'npm-workspace' as const }, 'packages/money'],
    ['of a rule for all packages', { method: 'artifact-copy' as const, path: 'released' }, 'released/money'],
    ['of a rule for the package', { method: 'artifact-copy' as const, path: 'out', package_id: 'money' }, 'out'],
  ])('%s', (_, rule, path) => {
    expect(releaseOf({ releases: [rule] }, MONEY)).toEqual({ method: rule.method, path, location: path });
  });

  test('is null in a registry', () => {
    const release = releaseOf({ releases: [{ method: 'registry', registry: 'npm' }] }, MONEY);
    expect(release).toEqual({ method: 'registry', path: null, location: 'npm' });
  });
});

test.each([
  [{ method: 'registry' as const }, '/releases/0/registry', 'the method registry needs the name of the registry'],
  [
    { method: 'registry' as const, registry: 'npm', path: 'out' },
    '/releases/0/path',
    'path has no effect with the method registry',
  ],
  [
    { method: 'pip-path' as const, registry: 'pypi' },
    '/releases/0/registry',
    'registry has no effect with the method pip-path',
  ],
  [
    { method: 'pip-path' as const, package_id: 'money' },
    '/releases/0/method',
    'packages of the language typescript cannot be released as pip-path',
  ],
])('the rule %j is refused', (rule, pointer, message) => {
  expect([...releaseProblems({ ...CONFIG, releases: [rule] })]).toMatchObject([{ pointer, message }]);
});
