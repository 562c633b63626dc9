import { validate as isPlan } from '@analyzer/contracts/analyzer.extraction-plan.v1/validate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sizeOf } from '#query/answer/size.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import { createQuery } from '#query/query.ts';
import { extractionPlan } from './extraction-plan.ts';
import { configSkeleton } from './skeleton.ts';

let indexed: IndexedProjects;
beforeAll(async () => {
  indexed = await indexProjects();
});
afterAll(() => indexed.remove());

const config = configSkeleton('billing', ['admin', 'billing', 'reports', 'shop']);
const query = createQuery([extractionPlan]);
const ask = (params: object, limits = {}) =>
  query(
    indexed.reader,
    {
      schema: 'analyzer.request.v1',
      operation: 'extraction_plan',
      params: JSON.parse(JSON.stringify({ config, ...params })),
    },
    { limits },
  );

function planIn(outcome: ReturnType<typeof ask>) {
  const data = 'ok' in outcome ? outcome.ok.data : outcome.error;
  if (!isPlan(data)) throw new Error(JSON.stringify(data));
  return data;
}

function errorIn(outcome: ReturnType<typeof ask>) {
  return 'error' in outcome ? outcome.error : undefined;
}

test('the answer has the defaults of options, queue and project of new packages', () => {
  const { new_package_project: _, queue: __, ...least } = config;
  expect(planIn(ask({ config: least }))).toMatchObject({
    options: { include_tests: false, include_shape: true, include_blocks: false, max_groups: 50 },
    config: { queue: 'analyzer', new_package_project: 'billing' },
  });
  expect(planIn(ask({ queue: 'night' }))).toMatchObject({ config: { queue: 'night' } });
});

test.each([
  ['bytes, as of gRPC', { maxBytes: 32_000 }, {}, /^Lower max_groups to \d+\.$/],
  ['characters, as of MCP', { maxChars: 32_000 }, {}, /^Lower max_groups to \d+\. Or raise max_chars\.$/],
  ['max_chars', {}, { max_chars: 32_000 }, /^Lower max_groups to \d+\. Or raise max_chars\.$/],
])('a plan above a limit of %s is refused with the largest max_groups that fits', (_what, limits, params, hint) => {
  const error = errorIn(ask(params, limits));
  expect(error).toMatchObject({ code: 'result_too_large', hint: expect.stringMatching(hint) });
  const fitting = Number(/max_groups to (\d+)/.exec(error?.hint ?? '')?.[1]);
  const plan = planIn(ask({ ...params, max_groups: fitting }, limits));
  expect(plan.families).toHaveLength(fitting);
  expect(sizeOf(plan).bytes).toBeLessThanOrEqual(32_000);
  expect(errorIn(ask({ ...params, max_groups: fitting + 1 }, limits))).toMatchObject({ code: 'result_too_large' });
});

test('a plan without a configuration has a proposed one, in which the first project coordinates', () => {
  const labels = ['admin', 'billing', 'reports', 'shop'];
  expect(planIn(ask({ config: undefined }))).toEqual(planIn(ask({ config: configSkeleton('admin', labels) })));
});

test('max_chars replaces the limit of the interface', () => {
  expect(planIn(ask({ max_chars: 1_000_000 }, { maxChars: 10 })).families).not.toEqual([]);
});

test('a limit below the smallest plan says so', () => {
  expect(errorIn(ask({ max_chars: 100 }))?.hint).toContain('Even max_groups 1 is too large');
});

test.each([
  [{ config: 'extraction.json' }, ['/params/config']],
  [{ config: { ...config, packages: [{ id: 'x' }] } }, ['/params/config/packages/0']],
  [{ config: { ...config, coordinatr: 'x' } }, ['/params/config/coordinatr']],
  [{ max_groups: 0, queue: '-' }, ['/params/max_groups', '/params/queue']],
  [
    { config: { ...config, coordinator: 'x', routes: [{ package_id: 'y' }] } },
    ['/params/config/coordinator', '/params/config/routes/0/package_id'],
  ],
])('invalid parameters are named with their pointers: %j', (params, pointers) => {
  const error = errorIn(ask(params));
  expect(error?.code).toBe('invalid_request');
  expect(new Set(error?.errors?.map(({ pointer }) => pointer))).toEqual(new Set(pointers));
});

test('the plan is from the required state of the index', () => {
  expect(errorIn(ask({ snapshot_id: '0'.repeat(64) }))).toMatchObject({ code: 'snapshot_mismatch' });
});

const LIBRARIES = { ...config, planning: 'libraries' };

test('a plan of libraries above the limit is answered with its summary, and a package of it with its families', () => {
  const full = planIn(ask({ config: LIBRARIES }));
  expect(full.libraries?.length).toBeGreaterThan(0);
  expect(full.families.every(({ package_id: id }) => full.packages.some((one) => one.package_id === id))).toBe(true);
  const summary = planIn(ask({ config: LIBRARIES }, { maxChars: 6000 }));
  expect(summary).toMatchObject({
    plan_digest: full.plan_digest,
    libraries: full.libraries,
    families: [],
    tasks: [],
    omitted: { families: full.families.length, tasks: full.tasks.length },
  });
  expect(planIn(ask({ config: LIBRARIES, level: 'summary' }))).toEqual(summary);
  const [first] = full.packages;
  const part = planIn(ask({ config: LIBRARIES, library: first?.package_id }));
  expect(part.packages).toEqual([first]);
  expect(part.families).toEqual(full.families.filter(({ package_id: id }) => id === first?.package_id));
  expect(part.tasks.map(({ stage }) => stage)).toEqual(['design', 'package', 'verify']);
});

test('a package that the plan does not have is named with the ones it has', () => {
  const error = errorIn(ask({ config: LIBRARIES, library: 'no-such-library' }));
  expect(error).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/params/library' }] });
});

test('a route chooses the package of functions in a plan of libraries', () => {
  const target = {
    id: 'mine',
    name: '@x/mine',
    project: 'shop',
    path: 'packages/mine',
    language: 'typescript',
    kind: 'package',
  };
  const plan = planIn(ask({ config: { ...LIBRARIES, packages: [target], routes: [{ package_id: 'mine' }] } }));
  expect(plan.libraries?.find(({ package_id: id }) => id === 'mine')).toMatchObject({ home: 'route' });
  expect(plan.packages.filter(({ language }) => language === 'typescript')).toMatchObject([{ package_id: 'mine' }]);
});
