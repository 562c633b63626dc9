import { COPY, KEYS, MANIFEST, sha256 } from '@analyzer/core/extract/dispatch/dispatch-fixture.ts';
import { describe, expect, test } from 'vitest';
import { PACKAGE, taskAfter, type Work } from './lie-fixture.ts';

const OTHER = '0'.repeat(64);
const FAMILY = `f_${'1'.repeat(20)}`;
const CASES = '<testsuites><testsuite name="unit">@</testsuite></testsuites>';
const testCase = (name: string, inner = '') => `<testcase name="${name}">${inner}</testcase>`;
const REPORT = CASES.replace('@', testCase('rounds') + testCase('totals'));

/** Replaces the tests of a result by reports or logs. */
function tested(it: Work, ...texts: string[]): void {
  const tests = texts.map((text, at) => {
    it.write(it.in(`report-${at}.xml`), text);
    const log = { path: `report-${at}.xml`, sha256: sha256(text) };
    return { name: 'unit', command_text: 'npm test', exit_code: 0, log };
  });
  it.edit({ tests });
}
const reported = (it: Work): void => tested(it, REPORT);

/** The task, the lie, the code and path of the problem or `person`, and what tasks before did. */
type Before = Record<string, (work: Work) => void>;
const LIES: [title: string, key: string, lie: (work: Work) => void, code: string, path: string, before?: Before][] = [
  [
    'schema of another version',
    KEYS.package,
    (it) => it.edit({ schema: 'analyzer.task-result.v2' }),
    'invalid_result',
    '@result.json',
  ],
  ['status failed', KEYS.package, (it) => it.edit({ status: 'failed' }), 'failed', '@result.json'],
  [
    'changed_files.before of a file that did not exist',
    KEYS.migrateBilling,
    (it) => it.edit({ changed_files: it.result.changed_files.map((one) => ({ ...one, before: null })) }),
    'other_before',
    'src/round.js',
  ],
  [
    'changed_files.before of another content',
    KEYS.migrateBilling,
    (it) => it.edit({ changed_files: it.result.changed_files.map((one) => ({ ...one, before: OTHER })) }),
    'other_before',
    'src/round.js',
  ],
  [
    'changed_files.after of another content',
    KEYS.package,
    (it) => it.edit({ changed_files: it.result.changed_files.map((one) => ({ ...one, after: OTHER })) }),
    'file_changed',
    PACKAGE,
  ],
  [
    'changed_files without one of them',
    KEYS.package,
    (it) => it.edit({ changed_files: it.result.changed_files.slice(1) }),
    'unlisted_change',
    PACKAGE,
  ],
  [
    'changed_files with one of them twice',
    KEYS.package,
    (it) => it.edit({ changed_files: [...it.result.changed_files, ...it.result.changed_files.slice(0, 1)] }),
    'path_collision',
    '@result.json',
  ],
  [
    'changed_files with an unchanged file',
    KEYS.migrateBilling,
    (it) =>
      it.edit({
        changed_files: [
          ...it.result.changed_files,
          { path: 'src/total.js', before: sha256(it.read('src/total.js')), after: sha256(it.read('src/total.js')) },
        ],
      }),
    'unchanged_file',
    'src/total.js',
  ],
  [
    'artifacts.bytes of another size',
    KEYS.package,
    (it) => it.edit({ artifacts: it.result.artifacts.map((one) => ({ ...one, bytes: 1 })) }),
    'artifact_changed',
    '@report.txt',
  ],
  [
    'artifacts.sha256 of another content',
    KEYS.package,
    (it) => it.edit({ artifacts: it.result.artifacts.map((one) => ({ ...one, sha256: OTHER })) }),
    'artifact_changed',
    '@report.txt',
  ],
  [
    'artifacts.path of no file',
    KEYS.package,
    (it) => it.edit({ artifacts: it.result.artifacts.map((one) => ({ ...one, path: 'none.txt' })) }),
    'missing_artifact',
    '@none.txt',
  ],
  [
    'artifacts.role patch of a text',
    KEYS.package,
    (it) => it.edit({ artifacts: it.result.artifacts.map((one) => ({ ...one, role: 'patch' })) }),
    'other_role',
    '@report.txt',
  ],
  [
    'artifacts.role package of a text',
    KEYS.package,
    (it) => it.edit({ artifacts: it.result.artifacts.map((one) => ({ ...one, role: 'package' })) }),
    'other_role',
    '@report.txt',
  ],
  [
    'tests.log.sha256 of another content',
    KEYS.package,
    (it) => it.edit({ tests: it.result.tests.map((one) => ({ ...one, log: { ...one.log, sha256: OTHER } })) }),
    'log_changed',
    '@test.log',
  ],
  [
    'tests.log.path of no file',
    KEYS.package,
    (it) => it.edit({ tests: it.result.tests.map((one) => ({ ...one, log: { ...one.log, path: 'other.log' } })) }),
    'missing_log',
    '@other.log',
  ],
  [
    'a report with a failure',
    KEYS.package,
    (it) => tested(it, CASES.replace('@', testCase('rounds', '<failure/>'))),
    'failed_tests',
    '@report-0.xml',
  ],
  [
    'a report with an error outside of a test',
    KEYS.package,
    (it) => tested(it, CASES.replace('@', `${testCase('rounds')}<error message="x"/>`)),
    'failed_tests',
    '@report-0.xml',
  ],
  [
    'a report with a sum of failures, but without a failed test',
    KEYS.package,
    (it) => tested(it, REPORT.replace('name="unit"', 'name="unit" failures="2"')),
    'failed_tests',
    '@report-0.xml',
  ],
  [
    'a report of skipped tests',
    KEYS.package,
    (it) => tested(it, CASES.replace('@', testCase('rounds', '<skipped/>'))),
    'no_tests',
    '@report-0.xml',
  ],
  [
    'a report with a skipped test that ran before',
    KEYS.verify,
    (it) => tested(it, CASES.replace('@', testCase('rounds') + testCase('totals', '<skipped/>'))),
    'fewer_tests',
    '@result.json',
    { [KEYS.package]: reported },
  ],
  [
    'a report of as many other tests',
    KEYS.verify,
    (it) => tested(it, CASES.replace('@', testCase('a') + testCase('b'))),
    'fewer_tests',
    '@result.json',
    { [KEYS.package]: reported },
  ],
  [
    'a report of fewer tests',
    KEYS.validateBilling,
    (it) => tested(it, CASES.replace('@', testCase('rounds'))),
    'fewer_tests',
    '@result.json',
    { [KEYS.migrateBilling]: reported },
  ],
  [
    'one report twice',
    KEYS.verify,
    (it) => tested(it, CASES.replace('@', testCase('rounds')), `${CASES.replace('@', testCase('rounds'))}\n`),
    'fewer_tests',
    '@result.json',
    { [KEYS.package]: reported },
  ],
  [
    'a log after a report',
    KEYS.verify,
    (it) => tested(it, '2 passed'),
    'fewer_tests',
    '@result.json',
    { [KEYS.package]: reported },
  ],
  ['the report of the task before', KEYS.verify, reported, 'old_tests', '@report-0.xml', { [KEYS.package]: reported }],
  ['an empty log', KEYS.package, (it) => tested(it, ''), 'no_tests', '@report-0.xml'],
  ['package null', KEYS.package, (it) => it.edit({ package: null }), 'no_package', '@result.json'],
  [
    'package.version of another manifest',
    KEYS.package,
    (it) => it.edit({ package: { name: '@shop/money', version: '9.0.0' } }),
    'other_package',
    'packages/money/package.json',
  ],
  [
    'package.name of another manifest',
    KEYS.package,
    (it) => it.change('packages/money/package.json', MANIFEST.replace('@shop/money', '@shop/cash')),
    'other_package',
    'packages/money/package.json',
  ],
  [
    'package.name without a manifest',
    KEYS.package,
    (it) => it.forget('packages/money/package.json'),
    'person',
    'packages/money',
  ],
  ['exports without one', KEYS.package, (it) => it.edit({ exports: [] }), 'missing_export', '@result.json'],
  [
    'exports.family_id of another family',
    KEYS.package,
    (it) =>
      it.edit({
        exports: [...it.result.exports, { family_id: `f_${'2'.repeat(20)}`, symbol: 'roundTo', path: PACKAGE }],
      }),
    'unknown_export',
    '@result.json',
  ],
  [
    'exports with two of a family',
    KEYS.package,
    (it) => {
      it.change('packages/money/other.js', 'export function roundTo(value, digits) {\n  return value;\n}\n');
      it.edit({
        exports: [...it.result.exports, { family_id: FAMILY, symbol: 'roundTo', path: 'packages/money/other.js' }],
      });
    },
    'other_export',
    '@result.json',
  ],
  [
    'exports.symbol of a stub under this name',
    KEYS.package,
    (it) =>
      it.change(
        PACKAGE,
        `${COPY.replace('export ', '')}function stub(value, digits) {\n  return value;\n}\nexport { stub as roundTo };\n`,
      ),
    'other_code',
    PACKAGE,
  ],
  [
    'exports.path of no file',
    KEYS.package,
    (it) => it.edit({ exports: it.result.exports.map((one) => ({ ...one, path: 'packages/money/none.js' })) }),
    'missing_export',
    'packages/money/none.js',
  ],
  [
    'a function in which one literal differs',
    KEYS.package,
    (it) => it.change(PACKAGE, it.read(PACKAGE).replace(': 0', ': 1')),
    'person',
    PACKAGE,
  ],
  [
    'license.spdx of another manifest',
    KEYS.verify,
    (it) => it.edit({ license: { spdx: 'GPL-3.0-only', evidence: ['packages/money/LICENSE'] } }),
    'other_license',
    'packages/money/package.json',
    { [KEYS.package]: (it) => it.change('packages/money/package.json', MANIFEST.replace('}', ', "license": "MIT" }')) },
  ],
  [
    'license.evidence that shows none',
    KEYS.verify,
    (it) => it.edit({ license: { spdx: 'MIT', evidence: [PACKAGE] } }),
    'missing_evidence',
    PACKAGE,
  ],
  ['kept.reason that is empty', KEYS.migrateBilling, (it) => it.keep({ reason: '' }), 'invalid_result', '@result.json'],
  ['kept.reason of spaces', KEYS.migrateBilling, (it) => it.keep({ reason: ' ' }), 'invalid_result', '@result.json'],
  [
    'kept.family_id of another family',
    KEYS.migrateBilling,
    (it) => it.keep({ family_id: `f_${'2'.repeat(20)}` }),
    'unknown_copy',
    '@result.json',
  ],
  [
    'kept.path of another file',
    KEYS.migrateBilling,
    (it) => it.keep({ path: 'src/total.js' }),
    'unknown_copy',
    '@result.json',
  ],
  [
    'kept.name of another function',
    KEYS.migrateBilling,
    (it) => it.keep({ name: 'total' }),
    'unknown_copy',
    '@result.json',
  ],
  [
    'changed_files of a validation',
    KEYS.validateBilling,
    (it) => it.change('src/total.js', `${it.read('src/total.js')}export const x = 1;\n`),
    'unexpected_change',
    'src/total.js',
  ],
  [
    'a copy that calls the function and throws its answer away',
    KEYS.migrateBilling,
    (it) => it.delegate('  shared(value, digits);\n  return value;\n'),
    'not_delegating',
    'src/round.js',
  ],
  [
    'a copy that assigns the answer and returns another value',
    KEYS.migrateBilling,
    (it) => it.delegate('  const answer = shared(value, digits);\n  return value;\n'),
    'not_delegating',
    'src/round.js',
  ],
  [
    'a copy that returns before it calls the function',
    KEYS.migrateBilling,
    (it) => it.delegate('  return value;\n  return shared(value, digits);\n'),
    'not_delegating',
    'src/round.js',
  ],
  [
    'a copy that returns in some cases before it calls the function',
    KEYS.migrateBilling,
    (it) => it.delegate('  if (digits > 0) return value;\n  return shared(value, digits);\n'),
    'person',
    'src/round.js',
  ],
  [
    'a copy that calls the function in a condition without its answer',
    KEYS.migrateBilling,
    (it) => it.delegate('  if (digits < 0) shared(value, digits);\n  return value;\n'),
    'not_delegating',
    'src/round.js',
  ],
  [
    'a copy that calls the function only in some cases',
    KEYS.migrateBilling,
    (it) => it.delegate('  return digits > 0 ? value : shared(value, digits);\n'),
    'person',
    'src/round.js',
  ],
  [
    'a copy that returns another value after the answer',
    KEYS.migrateBilling,
    (it) => it.delegate('  return (shared(value, digits), value);\n'),
    'person',
    'src/round.js',
  ],
  [
    'a copy that passes other values than its parameters',
    KEYS.migrateBilling,
    (it) => it.delegate('  return shared(1, 2);\n'),
    'person',
    'src/round.js',
  ],
  [
    'a copy that calls the function in one that nobody calls',
    KEYS.migrateBilling,
    (it) => it.delegate('  const later = () => shared(value, digits);\n  return value;\n'),
    'not_delegating',
    'src/round.js',
  ],
  [
    'an import by a path into another project',
    KEYS.migrateBilling,
    (it) => it.change('src/round.js', "export { roundTo } from '../../shop/packages/money/round.js';\n"),
    'package_not_imported',
    'src/round.js',
  ],
  [
    'an import that nothing uses',
    KEYS.migrateBilling,
    (it) =>
      it.change(
        'src/round.js',
        "import { roundTo as shared } from '@shop/money';\nexport const roundTo = (value) => value;\n",
      ),
    'not_delegating',
    'src/round.js',
  ],
  [
    'an import in a comment',
    KEYS.migrateBilling,
    (it) => it.change('src/round.js', "export const roundTo = Math.round; // import { roundTo } from '@shop/money'\n"),
    'broken_import',
    'src/total.js:1',
  ],
];

describe('a result with one lie is refused with its code, or needs a person', { timeout: 60_000 }, () => {
  test.each(LIES)('%s', async (_, key, lie, code, path, before) => {
    const task = await taskAfter(key, lie, before);
    expect(task?.assurance).toBeNull();
    if (code === 'person') return expect(task).toMatchObject({ state: 'needs_person', problems: [] });
    const folder = `.analyzer-artifacts/${key}/`;
    const problems = task?.problems?.map((one) => `${one.code} ${one.path}`);
    expect(problems).toContain(`${code} ${path.replace('@', folder)}`);
    expect(task?.state).toBe(code === 'failed' ? 'failed' : 'refused');
  });
});
