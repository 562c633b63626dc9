import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { COPY, KEYS, RELEASE } from '@analyzer/core/extract/dispatch/dispatch-fixture.ts';
import { describe, expect, test } from 'vitest';
import { PACKAGE, type Releases, taskAfter, type Work } from './lie-fixture.ts';

const OTHER = '0'.repeat(64);
const UNRELATED = 'export const version = "2";\n';

/** The task, the lie, and the code and path of the problem; `@` is the folder of the result. */
const LIES: [title: string, key: string, lie: (work: Work) => void, code: string, path: string][] = [
  ['task_key of another task', KEYS.package, (it) => it.edit({ task_key: KEYS.verify }), 'other_task', '@result.json'],
  [
    'input_digest of other inputs',
    KEYS.package,
    (it) => it.edit({ input_digest: OTHER }),
    'other_input',
    '@result.json',
  ],
  [
    'handoff_digest of other files',
    KEYS.package,
    (it) => it.edit({ handoff_digest: OTHER }),
    'other_handoff',
    '@result.json',
  ],
  [
    'status done after a failed test',
    KEYS.package,
    (it) => it.edit({ tests: it.result.tests.map((one) => ({ ...one, exit_code: 1 })) }),
    'invalid_result',
    '@result.json',
  ],
  [
    'changed_files without the changes',
    KEYS.package,
    (it) => it.edit({ changed_files: [] }),
    'unlisted_change',
    PACKAGE,
  ],
  [
    'changed_files with an unrelated file',
    KEYS.migrateBilling,
    (it) => it.change('src/version.js', UNRELATED),
    'outside_task',
    'src/version.js',
  ],
  [
    'artifacts that changed',
    KEYS.package,
    (it) => it.write(it.in('report.txt'), 'x'),
    'artifact_changed',
    '@report.txt',
  ],
  ['tests without a run', KEYS.migrateBilling, (it) => it.edit({ tests: [] }), 'no_tests', '@result.json'],
  [
    'tests with a log of another run',
    KEYS.validateBilling,
    (it) => it.write(it.in('test.log'), 'x'),
    'log_changed',
    '@test.log',
  ],
  [
    'package of another name',
    KEYS.package,
    (it) => it.edit({ package: { name: '@shop/other', version: '1.0.0' } }),
    'other_package',
    '@result.json',
  ],
  [
    'package of another version',
    KEYS.verify,
    (it) => it.edit({ package: { name: '@shop/money', version: '2.0.0' } }),
    'other_package',
    '@result.json',
  ],
  [
    'exports of a name that does not exist',
    KEYS.package,
    (it) => it.edit({ exports: it.result.exports.map((one) => ({ ...one, symbol: 'doIt' })) }),
    'undeclared_export',
    PACKAGE,
  ],
  [
    'exports of a name that the design does not have',
    KEYS.package,
    (it) => {
      it.change(PACKAGE, it.read(PACKAGE).replace('roundTo', 'doIt'));
      it.edit({ exports: it.result.exports.map((one) => ({ ...one, symbol: 'doIt' })) });
    },
    'other_export',
    '@result.json',
  ],
  [
    'exports of the copy instead of a package',
    KEYS.package,
    (it) => it.edit({ exports: it.result.exports.map((one) => ({ ...one, path: 'src/round.js' })) }),
    'unsafe_path',
    '@result.json',
  ],
  [
    'exports of a type instead of a function',
    KEYS.package,
    (it) => it.change(PACKAGE, 'export class roundTo {}\n'),
    'other_kind',
    PACKAGE,
  ],
  [
    'exports of a function with other parameters',
    KEYS.package,
    (it) =>
      it.change(PACKAGE, it.read(PACKAGE).replace('(value, digits)', '(value, places)').replaceAll('digits', 'places')),
    'other_parameters',
    PACKAGE,
  ],
  [
    'exports of a function without the code of the copies',
    KEYS.package,
    (it) => it.change(PACKAGE, 'export function roundTo(value, digits) {\n  return value;\n}\n'),
    'other_code',
    PACKAGE,
  ],
  ['license without evidence', KEYS.verify, (it) => it.edit({ license: null }), 'no_license', '@result.json'],
  [
    'license with evidence that does not exist',
    KEYS.verify,
    (it) => it.edit({ license: { spdx: 'MIT', evidence: ['packages/money/COPYING'] } }),
    'missing_evidence',
    'packages/money/COPYING',
  ],
  [
    'a package of which the task changed a copy',
    KEYS.package,
    (it) => it.change('src/round.js', UNRELATED),
    'outside_task',
    'src/round.js',
  ],
  [
    'a migration that only adds a comment',
    KEYS.migrateBilling,
    (it) => it.change('src/round.js', `// moved\n${COPY}`),
    'copy_remains',
    'src/round.js',
  ],
  [
    'a migration that renames the copy',
    KEYS.migrateBilling,
    (it) =>
      it.change(
        'src/round.js',
        `${COPY.replace('export function roundTo', 'function roundIt')}export { roundIt as roundTo };\n`,
      ),
    'copy_remains',
    'src/round.js',
  ],
  [
    'a migration that edits the copy',
    KEYS.migrateBilling,
    (it) => it.change('src/round.js', COPY.replace('10 **', '2 * 5 **')),
    'not_delegating',
    'src/round.js',
  ],
  [
    'a migration that moves the copy to a caller',
    KEYS.migrateBilling,
    (it) => it.change('src/total.js', COPY + it.read('src/total.js').split('\n').slice(2).join('\n')),
    'copy_moved',
    'src/total.js',
  ],
  [
    'a migration after which a caller imports nothing',
    KEYS.migrateBilling,
    (it) => it.change('src/round.js', 'export const none = 0;\n'),
    'broken_import',
    'src/total.js:1',
  ],
  [
    'a migration that adds an import cycle',
    KEYS.migrateBilling,
    (it) => it.change('src/round.js', `import './total.js';\nexport { roundTo } from '@shop/money';\n`),
    'new_cycle',
    'src/round.js',
  ],
  [
    'a migration that adds a copy of another function',
    KEYS.migrateBilling,
    (it) => {
      const total = it.read('src/total.js').split('\n').slice(2).join('\n');
      it.change(
        'src/round.js',
        `import { roundTo } from '@shop/money';\nexport { roundTo };\n${total.replace('total', 'sum')}`,
      );
    },
    'new_copy',
    'src/round.js:3',
  ],
];

describe('a result that lies is refused with the code and the path of the problem', { timeout: 60_000 }, () => {
  test.each(LIES)('%s', async (_, key, lie, code, path) => {
    const task = await taskAfter(key, lie);
    expect(task).toMatchObject({ state: 'refused', assurance: null });
    const folder = `.analyzer-artifacts/${key}/`;
    expect(task?.problems?.map((one) => [one.code, one.path])).toContainEqual([code, path.replace('@', folder)]);
  });
});

describe('a migration whose copy calls the package', { timeout: 60_000 }, () => {
  const delegating = (body: string): string =>
    `import { roundTo as shared } from '@shop/money';\n\nexport function roundTo(value, digits) {\n${body}}\n`;

  test('in at most three statements is verified', async () => {
    const body = '  const places = digits;\n  return shared(value, places);\n';
    const task = await taskAfter(KEYS.migrateBilling, (it) => it.change('src/round.js', delegating(body)));
    expect(task).toMatchObject({ state: 'complete', assurance: 'verified', problems: [] });
  });

  test('in more statements is refused', async () => {
    const body = '  let a = value;\n  a += 0;\n  a += 0;\n  return shared(a, digits);\n';
    const task = await taskAfter(KEYS.migrateBilling, (it) => it.change('src/round.js', delegating(body)));
    const message = 'roundTo calls roundTo of @shop/money, but has 4 statements';
    expect(task?.problems).toEqual([{ code: 'not_delegating', path: 'src/round.js', message }]);
  });
});

describe('a result that cannot be decided needs a person and is not verified', { timeout: 60_000 }, () => {
  test('a function with parameters for the differences that is not similar to its copies', async () => {
    const other = 'export function roundTo(value, digits) {\n  return value;\n}\n';
    const task = await taskAfter(KEYS.package, (it) => it.change(PACKAGE, other), {
      [KEYS.design]: (it) => it.propose((text) => text.replace('extract_library', 'parameterize')),
    });
    expect(task).toMatchObject({ state: 'needs_person', assurance: null, problems: [], ticket: { status: 'review' } });
    expect(task?.reason).toContain(`${PACKAGE}: roundTo is neither identical to a copy`);
  });

  test('a migration that keeps its copy with a reason', async () => {
    const task = await taskAfter(KEYS.migrateBilling, (it) => {
      it.change('src/round.js', COPY);
      const kept = { family_id: `f_${'1'.repeat(20)}`, path: 'src/round.js', name: 'roundTo', reason: 'public API' };
      it.edit({ changed_files: [], kept: [kept] });
    });
    expect(task).toMatchObject({ state: 'needs_person', assurance: null, ticket: { status: 'review' } });
    expect(task?.reason).toBe('src/round.js: the copy roundTo stays: public API');
  });
});

const NPM: Releases = [{ method: 'npm-workspace' }];
const COPIED: Releases = [{ package_id: 'money', method: 'artifact-copy', path: 'released/money' }];
const REGISTRY: Releases = [{ method: 'registry', registry: 'npm' }];
const OTHER_PACKAGE = '{ "name": "@shop/other", "version": "1.0.0" }';

/** Copies the verified package to the path of the release. */
function copied(it: Work, edit: (path: string, text: string) => string = (_, text) => text): void {
  for (const path of ['round.js', 'LICENSE', 'package.json']) {
    mkdirSync(join(it.root, 'released/money'), { recursive: true });
    it.change(`released/money/${path}`, edit(path, it.read(`packages/money/${path}`)));
  }
  named(it, { location: 'released/money' });
}

function named(it: Work, change: Partial<NonNullable<TaskResultV1['release']>>): void {
  it.edit({ release: { ...it.result.release, ...change } });
}

/** The rules, the lie, and the code and path of the problem. */
const RELEASE_LIES: [title: string, releases: Releases, lie: (work: Work) => void, code: string, path: string][] = [
  ['without a release', NPM, (it) => it.edit({ release: undefined }), 'no_release', '@result.json'],
  ['of another location', NPM, (it) => named(it, { location: 'npm' }), 'other_release', '@result.json'],
  ['of a version that was not verified', NPM, (it) => named(it, { version: '9.0.0' }), 'other_release', '@result.json'],
  [
    'of a version that was never written',
    NPM,
    (it) => {
      it.edit({ package: { name: '@shop/money', version: '9.0.0' } });
      named(it, { version: '9.0.0' });
    },
    'other_release',
    'packages/money/package.json',
  ],
  [
    'at a path without the package',
    COPIED,
    (it) => named(it, { location: 'released/money' }),
    'missing_release',
    'released/money',
  ],
  [
    'of another package at the path',
    COPIED,
    (it) => copied(it, (path, text) => (path === 'package.json' ? OTHER_PACKAGE : text)),
    'other_release',
    'released/money/package.json',
  ],
  [
    'of the code of another package',
    COPIED,
    (it) => copied(it, (path, text) => (path === 'round.js' ? UNRELATED : text)),
    'other_release_files',
    'released/money/round.js',
  ],
  [
    'with a file that the package does not have',
    COPIED,
    (it) => {
      copied(it);
      it.change('released/money/more.js', UNRELATED);
    },
    'other_release_files',
    'released/money/more.js',
  ],
  [
    'of code that changed after its verification',
    NPM,
    (it) => it.change(PACKAGE, `${it.read(PACKAGE)}export const more = 1;\n`),
    'other_release_files',
    PACKAGE,
  ],
  ['that changes another file', NPM, (it) => it.change('src/total.js', UNRELATED), 'outside_task', 'src/total.js'],
];

describe('a release that lies is refused with the code and the path of the problem', { timeout: 60_000 }, () => {
  test.each(RELEASE_LIES)('%s', async (_, releases, lie, code, path) => {
    const task = await taskAfter(RELEASE, lie, {}, releases);
    expect(task).toMatchObject({ state: 'refused', assurance: null });
    const folder = `.analyzer-artifacts/${RELEASE}/`;
    expect(task?.problems?.map((one) => [one.code, one.path])).toContainEqual([code, path.replace('@', folder)]);
  });
});

describe('a package whose version was released before', { timeout: 60_000 }, () => {
  test.each(['1.0.0', '1.0.1'])('as %s is refused by its task', async (last) => {
    const task = await taskAfter(KEYS.package, () => undefined, {}, NPM, last);
    const path = `.analyzer-artifacts/${KEYS.package}/result.json`;
    const message = `the version 1.0.0 is not higher than that of the last release, ${last}`;
    expect(task?.problems).toEqual([{ code: 'old_release', path, message }]);
  });
});

describe('a release', { timeout: 60_000 }, () => {
  test('is verified where the package is, and the migration after it', async () => {
    const release = await taskAfter(RELEASE, () => undefined, {}, NPM, '0.9.0');
    expect(release).toMatchObject({ state: 'complete', assurance: 'verified', problems: [] });
    const migration = await taskAfter(KEYS.migrateBilling, () => undefined, {}, NPM);
    expect(migration).toMatchObject({ state: 'complete', assurance: 'verified', problems: [] });
  });

  test('is verified as a copy of the package', async () => {
    const task = await taskAfter(RELEASE, (it) => copied(it), {}, COPIED);
    expect(task).toMatchObject({ state: 'complete', assurance: 'verified', problems: [] });
  });

  test('in a registry needs a person', async () => {
    const task = await taskAfter(RELEASE, (it) => named(it, { location: 'npm' }), {}, REGISTRY);
    expect(task).toMatchObject({ state: 'needs_person', assurance: null, ticket: { status: 'review' } });
    expect(task?.reason).toContain('the registry npm is not asked: a person confirms that it has @shop/money 1.0.0');
  });
});
