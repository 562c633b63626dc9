import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { SaxesParser } from 'saxes';

/** What a report in the JUnit XML format counts. */
export interface TestReport {
  /** Tests that ran: without skipped ones. */
  ran: number;
  skipped: number;
  /** Names of the first tests that failed or had an error. */
  failed: string[];
  failures: number;
  /** How often each test ran, by its class and its name. */
  tests: Map<string, TestRuns>;
  /** Digest of its elements and attributes: that of another run has other times. */
  digest: string;
}

export interface TestRuns {
  /** Without the class, which depends on the folder of the run. */
  name: string;
  count: number;
}

const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 200;

/** Whether a file may be XML: others are logs. */
export function isXml(content: Uint8Array): boolean {
  return /^(?:\ufeff)?\s*</.test(Buffer.from(content.subarray(0, 200)).toString('utf8'));
}

/**
 * Counts the test cases of a report. A failure outside of a test case is one of its suite, as is a sum of failures without a
 * failed test case; programs write other sums differently, so these are not read. A report with a document type is refused,
 * so that it has no entities of its own.
 *
 * @returns why it is not a report
 */
export function readReport(content: Uint8Array): TestReport | { problem: string } {
  if (!isUtf8(content)) return { problem: 'it is not in UTF-8' };
  const counts = new TestCounts();
  const parser = new SaxesParser({ position: true, xmlns: false });
  let problem: string | undefined;
  let root: string | undefined;
  parser.on('error', ({ message }) => {
    problem ??= `invalid XML: ${message}`;
  });
  parser.on('doctype', () => {
    problem ??= 'it has a document type, which a report does not need';
  });
  parser.on('opentag', ({ name, attributes }) => {
    root ??= name;
    counts.open(name, attributes);
  });
  parser.on('closetag', ({ name }) => counts.close(name));
  parser.write(Buffer.from(content).toString('utf8')).close();
  if (problem !== undefined) return { problem };
  if (root !== 'testsuites' && root !== 'testsuite') return { problem: `its root is <${root}>, not <testsuites>` };
  return counts.report();
}

type Attributes = Readonly<Record<string, string>>;

class TestCounts {
  readonly #report: Omit<TestReport, 'digest'> = { ran: 0, skipped: 0, failed: [], failures: 0, tests: new Map() };
  readonly #digest = createHash('sha256');
  /** Names of the suites around, with the failures that each lists and has. */
  readonly #suites: { name: string; listed: number; before: number }[] = [];
  #current: { name: string; full: string; outcome: 'passed' | 'failed' | 'skipped' } | undefined;

  open(element: string, attributes: Attributes): void {
    this.#digest.update(JSON.stringify([element, attributes]));
    const { name = '', classname } = attributes;
    const isFailure = element === 'failure' || element === 'error';
    if (element === 'testcase') {
      const names = [classname, name].filter((one) => one !== undefined && one !== '');
      this.#current = { name, full: names.join(' '), outcome: 'passed' };
    } else if (element === 'testsuite' || element === 'testsuites') {
      const listed = (Number(attributes.failures) || 0) + (Number(attributes.errors) || 0);
      this.#suites.push({ name, listed, before: this.#report.failures });
    } else if (this.#current === undefined) {
      if (isFailure) this.#fail(this.#suites.at(-1)?.name ?? '');
    } else if (isFailure) this.#current.outcome = 'failed';
    else if (this.#current.outcome === 'passed' && element === 'skipped') this.#current.outcome = 'skipped';
  }

  close(element: string): void {
    const current = this.#current;
    if (element === 'testcase' && current !== undefined) {
      this.#current = undefined;
      if (current.outcome === 'skipped') this.#report.skipped++;
      else this.#ran(current.full, current.name);
      if (current.outcome === 'failed') this.#fail(current.full);
    } else if (element === 'testsuite' || element === 'testsuites') {
      const suite = this.#suites.pop();
      if (suite !== undefined && suite.listed > 0 && this.#report.failures === suite.before) this.#fail(suite.name);
    }
  }

  report(): TestReport {
    return { ...this.#report, digest: this.#digest.digest('hex') };
  }

  #ran(full: string, name: string): void {
    this.#report.ran++;
    const known = this.#report.tests.get(full);
    if (known === undefined) this.#report.tests.set(full, { name, count: 1 });
    else known.count++;
  }

  #fail(name: string): void {
    this.#report.failures++;
    if (this.#report.failed.length < MAX_NAMES) this.#report.failed.push(name.slice(0, MAX_NAME_LENGTH));
  }
}
