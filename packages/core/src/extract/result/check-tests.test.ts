import { expect, test } from 'vitest';
import { readReport } from './junit.ts';
import { ResultCase, sha256 } from './result-fixture.ts';

const CASE = '<testcase name="a"/>';
const FAILED = '<testcase name="b"><failure/></testcase>';
const SKIPPED = '<testcase name="c"><skipped/></testcase>';

/** Test cases of a report, tests of the task before, and the refusal. */
const REPORTS: [title: string, cases: string, before: number | undefined, reason: string | undefined][] = [
  ['with passed tests', CASE + SKIPPED, undefined, undefined],
  ['with as many tests as the task before', CASE + CASE, 2, undefined],
  ['with fewer tests than the task before', CASE, 2, 'fewer_tests @result.json'],
  ['with a failed test', CASE + FAILED, undefined, 'failed_tests @logs/unit.xml'],
  ['without tests', '', undefined, 'no_tests @logs/unit.xml'],
  ['with only skipped tests', SKIPPED, undefined, 'no_tests @logs/unit.xml'],
  ['that is not complete', '<testcase>', undefined, 'invalid_report @logs/unit.xml'],
];

test.each(REPORTS)(
  'a result with a report %s is accepted or refused by its counts',
  async (_, cases, testsBefore, reason) => {
    const it = new ResultCase('validate');
    const text = `<testsuites>${cases}</testsuites>`;
    it.write(it.in('logs/unit.xml'), text);
    const log = { path: 'logs/unit.xml', sha256: sha256(text) };
    it.writeResult({ tests: [{ name: 'unit', command_text: 'npm test', exit_code: 0, log }] });
    const earlier =
      testsBefore === undefined
        ? undefined
        : { ran: testsBefore, digests: new Set<string>(), counts: new Map([['a', testsBefore]]) };
    expect(await it.verify({ testsBefore: earlier })).toEqual(
      reason === undefined ? [] : [reason.replace('@', it.in(''))],
    );
  },
);

test('a result with the report of the task before is refused', async () => {
  const it = new ResultCase('validate');
  const text = `<testsuites>${CASE}</testsuites>`;
  it.write(it.in('logs/unit.xml'), text);
  const log = { path: 'logs/unit.xml', sha256: sha256(text) };
  it.writeResult({ tests: [{ name: 'unit', command_text: 'npm test', exit_code: 0, log }] });
  const report = readReport(Buffer.from(text));
  const digests = new Set('digest' in report ? [report.digest] : []);
  expect(await it.verify({ testsBefore: { ran: 1, digests, counts: new Map() } })).toEqual([
    `old_tests ${it.in('logs/unit.xml')}`,
  ]);
});
