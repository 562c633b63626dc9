import { expect, test } from 'vitest';
import { isXml, readReport } from './junit.ts';

const read = (text: string) => readReport(Buffer.from(text));

/** As pytest, vitest, PHPUnit and bats write them, shortened. */
const REPORTS: [program: string, text: string, counts: [ran: number, skipped: number, failures: number]][] = [
  [
    'pytest',
    `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="1" skipped="1" tests="3" time="0.1">
<testcase classname="tests.test_a" name="test_one" time="0.1" /><testcase classname="tests.test_a" name="test_two"><failure message="assert 1 == 2">E  assert &lt;1&gt;</failure></testcase>
<testcase classname="tests.test_a" name="test_three"><skipped type="pytest.skip" message="no">x</skipped></testcase></testsuite></testsuites>`,
    [2, 1, 1],
  ],
  [
    'vitest',
    `<?xml version="1.0" encoding="UTF-8" ?>\n<testsuites name="vitest tests" tests="2" failures="0" errors="0" time="0.3">
<testsuite name="a.test.ts" tests="2"><testcase classname="a.test.ts" name="adds" time="0"></testcase><testcase classname="a.test.ts" name="subtracts"/></testsuite></testsuites>`,
    [2, 0, 0],
  ],
  [
    'PHPUnit, with nested suites',
    `<?xml version="1.0"?><testsuites><testsuite name="all" tests="2"><testsuite name="Shop\\CartTest"><testcase name="testOne" class="Shop\\CartTest"/>
<testcase name="testTwo"><error type="TypeError">x</error><system-out>y</system-out></testcase></testsuite></testsuite></testsuites>`,
    [2, 0, 1],
  ],
  [
    'bats',
    '<testsuites time="0.1"><testsuite name="a.bats"><testcase classname="a.bats" name="runs" /></testsuite></testsuites>',
    [1, 0, 0],
  ],
  ['a program without a root of suites', '<testsuite tests="1"><testcase name="a"/></testsuite>', [1, 0, 0]],
  ['a run without tests', '<testsuites tests="7"></testsuites>', [0, 0, 0]],
];

test.each(REPORTS)('a report of %s is counted by its test cases', (_, text, [ran, skipped, failures]) => {
  expect(read(text)).toMatchObject({ ran, skipped, failures });
});

test('a report names its failed tests', () => {
  expect(read(REPORTS[0]?.[1] ?? '')).toMatchObject({ failed: ['tests.test_a test_two'] });
});

const LAUGHS = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';

test.each([
  ['text', 'ok 1 - all', 'invalid XML'],
  ['an unclosed element', '<testsuites><testcase>', 'invalid XML'],
  ['another root', '<html></html>', 'its root is <html>'],
  ['entities of its own', `${LAUGHS}<testsuites><testcase name="&b;"/></testsuites>`, 'it has a document type'],
  ['an external entity', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><testsuites/>', 'it has a document type'],
  ['an unknown entity', '<testsuites><testcase name="&b;"/></testsuites>', 'invalid XML'],
])('a file with %s is refused', (_, text, problem) => {
  expect(read(text)).toMatchObject({ problem: expect.stringContaining(problem) });
});

test('a file that starts as XML is a report, another one is a log', () => {
  expect(isXml(Buffer.from('\ufeff <testsuites/>'))).toBe(true);
  expect(isXml(Buffer.from('TAP version 13\n<x>'))).toBe(false);
});
