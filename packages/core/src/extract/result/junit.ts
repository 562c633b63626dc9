import { isUtf8 } from 'node:buffer';
import { SaxesParser } from 'saxes';

/** What a report in the JUnit XML format counts. */
export interface TestReport {
  /** Tests that ran: without skipped ones. */
  ran: number;
  skipped: number;
  /** Names of the first tests that failed or had an error. */
  failed: string[];
  failures: number;
}

const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 200;

/** Whether a file may be XML: others are logs. */
export function isXml(content: Uint8Array): boolean {
  return /^(?:\ufeff)?\s*</.test(Buffer.from(content.subarray(0, 200)).toString('utf8'));
}

/**
 * Counts the test cases of a report. Attributes that contain sums are not read: programs write them differently. A report with a
 * document type is refused, so that it has no entities of its own.
 *
 * @returns why it is not a report
 */
export function readReport(content: Uint8Array): TestReport | { problem: string } {
  if (!isUtf8(content)) return { problem: 'it is not in UTF-8' };
  const report: TestReport = { ran: 0, skipped: 0, failed: [], failures: 0 };
  const parser = new SaxesParser({ position: true });
  let problem: string | undefined;
  let root: string | undefined;
  let current: { name: string; outcome: 'passed' | 'failed' | 'skipped' } | undefined;
  parser.on('error', ({ message }) => {
    problem ??= `invalid XML: ${message}`;
  });
  parser.on('doctype', () => {
    problem ??= 'it has a document type, which a report does not need';
  });
  parser.on('opentag', ({ name, attributes }) => {
    root ??= name;
    if (name === 'testcase') {
      const names = [attributes.classname, attributes.name].filter((one) => one !== undefined && one !== '');
      current = { name: names.join(' ').slice(0, MAX_NAME_LENGTH), outcome: 'passed' };
    } else if (current !== undefined && (name === 'failure' || name === 'error')) current.outcome = 'failed';
    else if (current?.outcome === 'passed' && name === 'skipped') current.outcome = 'skipped';
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'testcase' || current === undefined) return;
    if (current.outcome === 'skipped') report.skipped++;
    else report.ran++;
    if (current.outcome === 'failed') {
      report.failures++;
      if (report.failed.length < MAX_NAMES) report.failed.push(current.name);
    }
    current = undefined;
  });
  parser.write(Buffer.from(content).toString('utf8')).close();
  if (problem !== undefined) return { problem };
  if (root !== 'testsuites' && root !== 'testsuite') return { problem: `its root is <${root}>, not <testsuites>` };
  return report;
}
