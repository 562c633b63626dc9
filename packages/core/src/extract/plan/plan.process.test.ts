import type { ExtractionConfigV1 } from '@analyzer/contracts/analyzer.extraction-config.v1';
import { validate as isPlan } from '@analyzer/contracts/analyzer.extraction-plan.v1/validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import type { Plan, PlanOptions } from './model.ts';
import { completeConfig, DEFAULT_OPTIONS } from './options.ts';
import { planDigest, planOf } from './plan.ts';
import { configSkeleton } from './skeleton.ts';

let indexed: IndexedProjects;
beforeAll(async () => {
  indexed = await indexProjects();
});
afterAll(() => indexed.remove());

const CONFIG = configSkeleton('billing', ['admin', 'billing', 'reports', 'shop']);
const ID = /^[a-z-]+-[0-9a-f]{20}$/;

function plan(change: Partial<ExtractionConfigV1> = {}, options: Partial<PlanOptions> = {}): Plan {
  const config = completeConfig({ ...CONFIG, ...change });
  return indexed.reader.read((snapshot) => planOf(snapshot, config, { ...DEFAULT_OPTIONS, ...options }));
}

const PYTHON = {
  id: 'numbers',
  name: 'acme-numbers',
  project: 'reports',
  path: 'lib',
  language: 'python',
  kind: 'package',
} as const;

const numberOfGroups = (): number =>
  indexed.reader.read((snapshot) =>
    snapshot.first('SELECT count(*) AS n FROM clone_group', [], (row) => row.integer('n')),
  ) ?? 0;

function countedGroups({ families, skipped }: Plan): number {
  const skippedGroups = Object.values(skipped).reduce((sum, n) => sum + n, 0);
  return families.reduce((sum, { group_ids: ids }) => sum + ids.length, skippedGroups);
}

test('a plan conforms to its schema and its digest covers every other property', () => {
  const { plan_digest: digest, ...rest } = plan();
  expect(isPlan(plan()), JSON.stringify(isPlan.errors)).toBe(true);
  expect(planDigest(rest)).toBe(digest);
  expect(planDigest({ ...rest, skipped: { ...rest.skipped, tests: 99 } })).not.toBe(digest);
});

test.each([{}, { include_tests: true }, { include_shape: false }, { max_groups: 2 }, { include_blocks: true }])(
  'every group of the index is in one family or in one counter: %j',
  (options) => {
    const its = plan({}, options);
    expect(countedGroups(its)).toBe(numberOfGroups());
    const ids = its.families.flatMap(({ group_ids: groups }) => groups);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

test('a family has the relation of files that all its copies are in', async () => {
  const lines = Array.from({ length: 40 }, (_, n) => `  total = mix(total, items[${n}].size * rate, ${n});\n`).join('');
  const sum = (name: string): string => `export function ${name}(items, rate, total) {\n${lines}  return total;\n}\n`;
  const files = Object.fromEntries(['admin', 'billing', 'reports', 'shop'].map((it) => [`${it}/package.json`, '{}']));
  const folder = fixtureFolder({ ...files, 'admin/sum.js': sum('sumOf'), 'shop/total.js': sum('sumOf') });
  const small = await indexProjects(folder);
  try {
    const its = small.reader.read((snapshot) => planOf(snapshot, completeConfig(CONFIG), DEFAULT_OPTIONS));
    expect(isPlan(its), JSON.stringify(isPlan.errors)).toBe(true);
    const sides = [
      { project: 'admin', path: 'sum.js' },
      { project: 'shop', path: 'total.js' },
    ];
    expect(its.families.map(({ relation }) => relation)).toEqual([{ kind: 'fork', sides, more_sides: 0 }]);
  } finally {
    small.remove();
  }
});

test('families that repeat most syntax in code that can be changed are first', async () => {
  const getter = (name: string): string => `export function ${name}(it) {\n  return it.inner.value.of(it.key);\n}\n`;
  const steps = Array.from({ length: 12 }, (_, n) => `  total = mix(total, items[${n}].size * rate);\n`).join('');
  const sum = `export function sumOf(items, rate) {\n  let total = 0;\n${steps}  return total;\n}\n`;
  const files = Object.fromEntries(['admin', 'billing', 'reports', 'shop'].map((it) => [`${it}/package.json`, '{}']));
  const folder = fixtureFolder({
    ...files,
    ...Object.fromEntries(['admin', 'billing', 'reports', 'shop'].map((it) => [`${it}/get.js`, getter('valueOf')])),
    'admin/sum.js': sum,
    'shop/sum.js': sum,
  });
  const small = await indexProjects(folder);
  try {
    const { families } = small.reader.read((snapshot) => planOf(snapshot, completeConfig(CONFIG), DEFAULT_OPTIONS));
    expect(families.map(({ occurrences }) => occurrences[0]?.qualified_name)).toEqual(['sumOf', 'valueOf']);
  } finally {
    small.remove();
  }
});

test('tests are candidates only with include_tests, vendored files never', () => {
  const paths = (its: Plan) => its.families.flatMap(({ occurrences }) => occurrences.map(({ path }) => path));
  const [without, including] = [plan(), plan({}, { include_tests: true })];
  expect(without.skipped).toMatchObject({ tests: expect.any(Number), vendored: expect.any(Number) });
  expect(including.skipped).not.toHaveProperty('tests');
  expect(paths(without).filter((path) => /test/.test(path))).toEqual([]);
  expect(paths(including).filter((path) => /test/.test(path)).length).toBeGreaterThan(0);
  expect(paths(including).filter((path) => /vendor/.test(path))).toEqual([]);
});

test('a family without a route or a package gets a new package, whose tasks follow each other', () => {
  const { packages, tasks, families } = plan();
  expect(
    packages.every(({ is_new, project, path }) => is_new && project === 'billing' && path.startsWith('packages/')),
  ).toBe(true);
  expect(families.every(({ package_id: id }) => packages.some((one) => one.package_id === id))).toBe(true);
  for (const { package_id: id } of packages) expect(id).toMatch(/^shared-[a-z]+-[0-9a-f]{10}$/);
  expect(packages.find(({ language }) => language === 'bash')).toMatchObject({
    kind: 'artifact',
    path: expect.stringMatching(/\.sh$/),
  });
  const [design, work, verify] = tasks;
  expect([design, work, verify].map((task) => task?.stage)).toEqual(['design', 'package', 'verify']);
  expect([work?.after, verify?.after]).toEqual([[design?.task_key], [work?.task_key]]);
  for (const { task_key: key, stage } of tasks) expect(key).toMatch(new RegExp(`^${stage}-[0-9a-f]{20}$`));
});

test('a project has one migration after the verification of all its packages, and one validation', () => {
  const { tasks, families } = plan();
  const shop = tasks.filter(({ project, stage }) => project === 'shop' && ['migrate', 'validate'].includes(stage));
  expect(shop.map(({ stage }) => stage)).toEqual(['migrate', 'validate']);
  const its = new Set(
    families
      .filter(({ occurrences }) => occurrences.some(({ project }) => project === 'shop'))
      .map(({ package_id: id }) => id),
  );
  expect(shop[0]?.after).toHaveLength(its.size);
  expect(its.size).toBeGreaterThan(1);
  expect(shop[0]?.after.every((key) => tasks.find(({ task_key: one }) => one === key)?.stage === 'verify')).toBe(true);
  expect(shop[1]?.after).toEqual([shop[0]?.task_key]);
});

test('a task comes after the tasks that it depends on, which exist', () => {
  const seen = new Set<string>();
  for (const { task_key: key, after } of plan().tasks) {
    expect(after.filter((one) => !seen.has(one))).toEqual([]);
    seen.add(key);
  }
});

describe('the target of a family', () => {
  const language = (its: Plan, name: string) => its.packages.filter((one) => one.language === name);

  test('is the registered package that contains a copy, which its project does not migrate there', () => {
    const its = plan({ packages: [PYTHON] });
    expect(language(its, 'python')).toContainEqual({
      package_id: 'numbers',
      name: 'acme-numbers',
      project: 'reports',
      path: 'lib',
      language: 'python',
      kind: 'package',
      is_new: false,
    });
    const moved = its.families.filter(({ package_id: id }) => id === 'numbers');
    expect(moved.length).toBeGreaterThan(0);
    const work = its.tasks.find(({ stage, title }) => stage === 'package' && title.includes('acme-numbers'));
    expect(work).toMatchObject({ project: 'reports', title: expect.stringMatching(/^Add .+ to acme-numbers$/) });
  });

  test('is that of the first matching route, before registered packages', () => {
    const other = { ...PYTHON, id: 'money', name: 'acme-money', path: 'src/money', project: 'billing' };
    const route = { package_id: 'money', symbol_glob: 'parse_*' };
    const its = plan({ packages: [PYTHON, other], routes: [route, { package_id: 'numbers' }] });
    const targetOf = (name: string) =>
      its.families.find(({ occurrences }) => occurrences.some(({ qualified_name: one }) => one === name))?.package_id;
    expect(targetOf('parse_amount')).toBe('money');
    expect(language(its, 'python').map(({ package_id: id }) => id)).toEqual(['money', 'numbers']);
  });

  test.each([
    ['a folder', 'lib', true],
    ['a folder with a slash', 'lib/', true],
    ['an anchored file', 'lib/*.py', true],
    ['a name in any folder', 'numbers.py', true],
    ['another folder', '/numbers.py', false],
  ])('a route selects paths as .analyzerignore does: %s', (_what, glob, isRouted) => {
    const target = { ...PYTHON, path: 'elsewhere' };
    const its = plan({ packages: [target], routes: [{ package_id: 'numbers', path_glob: glob }] });
    expect(its.packages.some(({ package_id: id }) => id === 'numbers')).toBe(isRouted);
  });

  test('never has another language', () => {
    const its = plan({ packages: [PYTHON], routes: [{ package_id: 'numbers' }] });
    const ids = its.families.filter(({ package_id: id }) => id === 'numbers').flatMap(({ occurrences }) => occurrences);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter(({ path }) => !path.endsWith('.py'))).toEqual([]);
  });

  test('is open when several packages contain copies: one review instead of other tasks', () => {
    const its = plan({ packages: [PYTHON, { ...PYTHON, id: 'bills', project: 'billing', path: 'app' }] });
    const open = its.families.filter(({ package_id: id }) => id === null);
    expect(open).toHaveLength(its.tasks.filter(({ stage }) => stage === 'route-review').length);
    expect(open.length).toBeGreaterThan(0);
    const [review] = its.tasks;
    expect(review).toMatchObject({ stage: 'route-review', project: 'billing', after: [] });
    expect(review?.brief).toContain('package_id numbers');
    expect(review?.brief).toContain('package_id bills');
    const bound = its.tasks.filter(
      ({ stage, brief }) => stage !== 'route-review' && brief.includes(open[0]?.family_id ?? ''),
    );
    expect(bound).toEqual([]);
  });

  test('is the innermost of nested packages', () => {
    const inner = { ...PYTHON, id: 'inner', path: 'lib/numbers.py' };
    const its = plan({ packages: [PYTHON, inner] });
    expect(its.families.some(({ package_id: id }) => id === 'inner')).toBe(true);
    expect(its.families.some(({ package_id: id }) => id === null)).toBe(false);
  });
});

describe('task keys and input digests', () => {
  const byKey = (its: Plan) => new Map(its.tasks.map(({ task_key: key, input_digest: digest }) => [key, digest]));

  test('keys do not depend on the order of the configuration or on other options', () => {
    const repositories = [...CONFIG.repositories].reverse();
    expect([...byKey(plan({ repositories })).keys()]).toEqual([...byKey(plan()).keys()]);
    expect([...byKey(plan({}, { include_tests: true })).keys()]).toEqual(
      expect.arrayContaining([...byKey(plan()).keys()].filter((key) => ID.test(key))),
    );
  });

  test('the digest of a task changes with its configuration, not with the number of families', () => {
    const all = byKey(plan());
    const renamed = byKey(plan({ new_package_directory: 'libs' }));
    for (const [key, digest] of renamed) expect(all.get(key)).not.toBe(digest);
    const published = CONFIG.repositories.map(({ project }) => ({ project, remote: `acme/${project}` }));
    expect(byKey(plan({ repositories: published }))).toEqual(all);
    const designs = plan({}, { max_groups: 2 }).tasks.filter(({ stage }) => stage === 'design');
    expect(designs).toHaveLength(2);
    for (const { task_key: key, input_digest: digest } of designs) expect(all.get(key)).toBe(digest);
  });
});

describe('a configuration is refused with pointer and remedy', () => {
  const package_id = 'numbers';
  test.each<[what: string, change: Partial<ExtractionConfigV1>, pointer: string, message: string, hint: string]>([
    [
      'a coordinator that the index lacks',
      { coordinator: 'biling' },
      '/coordinator',
      'the index has no project biling',
      'Did you mean billing?',
    ],
    [
      'an unknown project of new packages',
      { new_package_project: 'x' },
      '/new_package_project',
      'the index has no project x',
      'The operation projects',
    ],
    [
      'a package of an unknown project',
      { packages: [{ ...PYTHON, project: 'shp' }] },
      '/packages/0/project',
      'no project shp',
      'Did you mean shop?',
    ],
    [
      'a package of an unknown language',
      { packages: [{ ...PYTHON, language: 'pyton' }] },
      '/packages/0/language',
      'unknown language pyton',
      'Did you mean python?',
    ],
    [
      'two packages with one id',
      { packages: [PYTHON, { ...PYTHON, path: 'other' }] },
      '/packages/1/id',
      'numbers is listed before',
      'Remove one',
    ],
    [
      'two packages with one path',
      { packages: [PYTHON, { ...PYTHON, id: 'other', path: 'lib/' }] },
      '/packages/1/path',
      'also the path of /packages/0',
      'a path of its own',
    ],
    [
      'a route to an unknown package',
      { routes: [{ package_id: 'nubmers' }], packages: [PYTHON] },
      '/routes/0/package_id',
      'no package has the id nubmers',
      'Did you mean numbers?',
    ],
    [
      'a route of another language',
      { routes: [{ package_id, language: 'php' }], packages: [PYTHON] },
      '/routes/0/language',
      'functions of the language php cannot move',
      'same language',
    ],
    [
      'an invalid path glob',
      { routes: [{ package_id, path_glob: '[a' }], packages: [PYTHON] },
      '/routes/0/path_glob',
      "the glob '[a'",
      'Globs consist of',
    ],
    [
      'an invalid symbol glob',
      { routes: [{ package_id, symbol_glob: '{' }], packages: [PYTHON] },
      '/routes/0/symbol_glob',
      "the glob '{'",
      'Globs consist of',
    ],
    [
      'a repository twice',
      { repositories: [...CONFIG.repositories, { project: 'shop', remote: 'a/b' }] },
      '/repositories/4/project',
      'shop is listed before',
      'Remove one',
    ],
    [
      'a project without a repository',
      { repositories: CONFIG.repositories.slice(1) },
      '/repositories',
      'does not list admin, which receives tickets',
      'Add {"project":"admin","remote":""}',
    ],
  ])('%s', (_what, change, pointer, message, hint) => {
    expect(() => plan(change)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
        errors: [expect.objectContaining({ pointer: `/params/config${pointer}` })],
      }),
    );
  });

  test('only projects that receive tickets need a repository', () => {
    const its = plan(
      { repositories: CONFIG.repositories.filter(({ project }) => project !== 'reports') },
      { max_groups: 1 },
    );
    expect(its.tasks.every(({ project }) => project !== 'reports')).toBe(true);
  });
});

test('the brief of a task names input, result file, both digests and the checks', () => {
  for (const { brief, task_key: key, input_digest: digest, project, stage, context } of plan().tasks) {
    expect(brief).toContain(`Task ${key} (${stage}) in the project "${project}"`);
    expect(brief).toContain(`.analyzer-artifacts/${key}/result.json`);
    expect(brief).toContain(`.tracker/analyzer/incoming/${key}/handoff.json`);
    expect(brief).toContain(`.tracker/analyzer/context/${context[0]}`);
    expect(brief).toContain(digest);
    expect(brief.includes('proposal.json')).toBe(stage === 'design');
    expect([...brief].length).toBeLessThan(20_000);
  }
});
