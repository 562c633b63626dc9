import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { validate as isConfig } from '@analyzer/contracts/analyzer.extraction-config.v1/validate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitAll } from '#tree/git/git-fixture.ts';
import { ExtractionCase, KEYS, ScriptedExecutor } from '../dispatch/dispatch-fixture.ts';
import { runTasks } from '../dispatch/run-tasks.ts';
import { survey } from '../dispatch/survey.ts';
import { problemsOf } from '../plan/check-config.ts';
import { Routing } from '../plan/routing.ts';
import { taskKey } from '../plan/task-keys.ts';
import type { TaskCheck } from '../result/verify-plan.ts';
import { type Catalog, catalogOf } from './catalog.ts';

const LABELS = new Set(['shop', 'billing']);
let it: ExtractionCase;
beforeEach(async () => {
  it = await ExtractionCase.create();
  for (const project of LABELS) commitAll(it.rootOf(project));
});
afterEach(() => it.close());

async function catalogAfter(maxSteps: number): Promise<Catalog> {
  const runner = { executor: new ScriptedExecutor(() => 'deliver'), timeoutMs: 1_000 };
  await runTasks(it.journal, it.projects, runner, { maxSteps });
  return catalogOf(it.journal.state, (await survey(it.journal.state, it.projects)).checks);
}

test('a package is in the catalog only after its verification', async () => {
  expect((await catalogAfter(2)).config).toEqual(it.plan.config);
  const { config, packages } = await catalogAfter(1);
  expect(packages).toEqual(['money']);
  expect(config.packages).toEqual([
    {
      id: 'money',
      name: '@shop/money',
      project: 'shop',
      path: 'packages/money',
      language: 'javascript',
      kind: 'package',
    },
  ]);
  expect(isConfig(config)).toBe(true);
  expect([...problemsOf(config, LABELS)]).toEqual([]);
});

test('a released package has the version of its release', async () => {
  it.close();
  it = await ExtractionCase.create([{ method: 'npm-workspace' }]);
  for (const project of LABELS) commitAll(it.rootOf(project));
  expect((await catalogAfter(3)).config.packages.map(({ released }) => released)).toEqual([undefined]);
  const { config } = await catalogAfter(1);
  expect(config.packages.map(({ released }) => released)).toEqual(['1.0.0']);
  expect(isConfig(config)).toBe(true);
});

test('a package of which a check was not done is named with the reason, and not added', async () => {
  for (const project of LABELS) rmSync(join(it.rootOf(project), '.git'), { recursive: true });
  const { packages, unverified } = await catalogAfter(3);
  expect(packages).toEqual([]);
  expect(unverified).toEqual([{ name: '@shop/money', reason: 'the project is in no Git repository' }]);
});

test('the package of an earlier catalog is not added again', async () => {
  const { config } = await catalogAfter(3);
  const [plan = it.plan] = it.journal.state.plans;
  const packages = plan.packages.map((one) => ({ ...one, is_new: false }));
  const state = { ...it.journal.state, plans: [{ ...plan, config, packages }] };
  const { checks } = await survey(state, it.projects);
  expect(catalogOf(state, checks)).toMatchObject({ config, packages: [], routes: 0 });
});

test('answers of route-review tasks become routes that select each copy; other answers are reported', async () => {
  const plan = it.plan;
  const [family] = plan.families;
  const [occurrence] = family?.occurrences ?? [];
  if (family === undefined || occurrence === undefined) throw new Error('the plan has no copy');
  const money = {
    id: 'money',
    name: 'money',
    project: 'shop',
    path: 'lib',
    language: 'javascript',
    kind: 'package' as const,
  };
  const copies = [
    { ...occurrence, path: 'src/[id].js', qualified_name: 'Money.roundTo' },
    { ...occurrence, path: 'a/b.js', qualified_name: '(top level)' },
    { ...occurrence, path: 'a/b.js', qualified_name: '(top level)' },
  ];
  const families = ['1', '2'].map((digit) => {
    return { ...family, family_id: `f_${digit.repeat(20)}`, package_id: null, occurrences: copies };
  });
  const config = { ...plan.config, packages: [money], routes: [{ package_id: 'money', path_glob: 'old/**' }] };
  const state = { ...it.journal.state, plans: [{ ...plan, config, packages: [], families }] };
  const checks = await checksWith([
    [`f_${'1'.repeat(20)}`, 'money'],
    [`f_${'2'.repeat(20)}`, 'new'],
  ]);
  const catalog = catalogOf(state, checks);
  expect(catalog.config.routes).toEqual([
    { package_id: 'money', path_glob: 'old/**' },
    { package_id: 'money', path_glob: '/a/b.js' },
    { package_id: 'money', path_glob: '/src/[[]id[]].js', symbol_glob: 'roundTo' },
  ]);
  expect(catalog.without).toEqual([{ familyId: `f_${'2'.repeat(20)}`, answer: 'new' }]);
  expect(isConfig(catalog.config)).toBe(true);
  expect(
    catalogOf({ ...state, plans: [{ ...plan, config: catalog.config, families, packages: [] }] }, checks).routes,
  ).toBe(0);
  const routing = new Routing({ ...catalog.config, routes: catalog.config.routes.slice(2) });
  const copied = (path: string, name: string) =>
    routing.targetOf({
      family_id: 'f',
      fingerprint: '0'.repeat(64),
      group_ids: [],
      language: 'javascript',
      kind: 'function-body',
      names: [],
      complete: undefined,
      others: [],
      occurrences: [{ ...occurrence, path, name, node: 1 }],
      evidence: 0,
    });
  expect(copied('src/[id].js', 'roundTo')).toMatchObject({ package: { package_id: 'money' } });
  expect(copied('src/i.js', 'roundTo')).toMatchObject({ package: { is_new: true } });
  expect(copied('src/[id].js', 'other')).toMatchObject({ package: { is_new: true } });
});

/** A verified design, as the answer of a route-review task. */
async function checksWith(answers: readonly [familyId: string, answer: string][]): Promise<Map<string, TaskCheck>> {
  await catalogAfter(1);
  const { checks } = await survey(it.journal.state, it.projects);
  const design = checks.get(KEYS.design);
  if (design?.state !== 'verified' || design.delivery.proposal === null) throw new Error('there is no proposal');
  const { delivery } = design;
  const proposal = design.delivery.proposal;
  return new Map(
    answers.map(([familyId, answer]) => {
      const targets = [{ family_id: familyId, package_id: answer }];
      return [
        taskKey('route-review', familyId),
        { ...design, delivery: { ...delivery, proposal: { ...proposal, targets } } },
      ];
    }),
  );
}
