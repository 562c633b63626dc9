import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { isXml, readReport, type TestReport, type TestRuns } from './junit.ts';
import { artifactFolder, type Delivery, type EarlierTests, type Refuse } from './model.ts';
import type { ResultFiles } from './result-files.ts';

const LARGEST_REPORT = 64 * 1024 * 1024;
const REMEDY = 'Run all tests of the project, and deliver that report.';

const MAX_NAMES = 5;

/**
 * Reads the reports of a result. A log of another format is only hashed: no test is run, and no text is interpreted. The tests
 * of the task before must have run again, in any folder.
 *
 * @param earlier the reports of the task before; undefined without one
 */
export async function checkTests(
  { task_key: key, tests }: TaskResultV1,
  earlier: EarlierTests | undefined,
  files: ResultFiles,
  refuse: Refuse,
): Promise<void> {
  const document = `${artifactFolder(key)}/result.json`;
  if (tests.length === 0) return refuse('no_tests', document, 'the result lists no tests');
  const reports: TestReport[] = [];
  for (const { log } of tests) {
    const path = `${artifactFolder(key)}/${log.path}`;
    const report = await reportIn(path, files);
    if (report === 'log') continue;
    if (report === 'empty') refuse('no_tests', path, 'the log is empty', REMEDY);
    else if ('problem' in report) refuse('invalid_report', path, `the report cannot be read: ${report.problem}`);
    else {
      reports.push(report);
      checkReport(report, path, earlier, refuse);
    }
  }
  if (earlier === undefined) return;
  const missing = reports.length === 0 ? noReport(earlier) : missingTests(merged(reports), earlier);
  if (missing !== undefined) refuse('fewer_tests', document, missing, REMEDY);
}

function checkReport(report: TestReport, path: string, earlier: EarlierTests | undefined, refuse: Refuse): void {
  if (earlier?.digests.has(report.digest)) {
    refuse('old_tests', path, 'it is the report of the task before', 'Run the tests again.');
  }
  if (report.failures > 0) {
    const names = report.failed.join(', ');
    refuse('failed_tests', path, `${report.failures} of ${report.ran} tests failed: ${names}`, 'Repair the code.');
  } else if (report.ran === 0) refuse('no_tests', path, 'no test of the report ran', REMEDY);
}

function noReport({ ran }: EarlierTests): string {
  return `it has no report in the format JUnit XML, the task before has one of ${ran} tests`;
}

function missingTests(runs: ReadonlyMap<string, TestRuns>, earlier: EarlierTests): string | undefined {
  const ran = countOf(runs);
  if (ran < earlier.ran) return `${ran} tests ran, the report of the task before has ${earlier.ran}`;
  const counts = countsByName(runs);
  const missing = [...earlier.counts].flatMap(([name, count]) => ((counts.get(name) ?? 0) < count ? [name] : []));
  if (missing.length === 0) return undefined;
  const names = missing.slice(0, MAX_NAMES).join(', ');
  return `${missing.length} tests of the report of the task before did not run: ${names}`;
}

/** The tests of all reports: one that is in two of them counts once. */
function merged(reports: readonly TestReport[]): Map<string, TestRuns> {
  const all = new Map<string, TestRuns>();
  for (const { tests } of reports) {
    for (const [key, run] of tests) if ((all.get(key)?.count ?? 0) < run.count) all.set(key, run);
  }
  return all;
}

function countOf(runs: ReadonlyMap<string, TestRuns>): number {
  return [...runs.values()].reduce((sum, { count }) => sum + count, 0);
}

/** Addresses of objects, which tests with parameters have in their names, are those of one run. */
function countsByName(runs: ReadonlyMap<string, TestRuns>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const run of runs.values()) {
    const name = run.name.replace(/0x[0-9a-f]+/gi, '0x');
    counts.set(name, (counts.get(name) ?? 0) + run.count);
  }
  return counts;
}

/** The reports of a result; undefined without one. */
export async function testsOf({ key, result }: Delivery, files: ResultFiles): Promise<EarlierTests | undefined> {
  const reports: TestReport[] = [];
  for (const { log } of result.tests) {
    const report = await reportIn(`${artifactFolder(key)}/${log.path}`, files);
    if (typeof report === 'object' && 'ran' in report) reports.push(report);
  }
  if (reports.length === 0) return undefined;
  const runs = merged(reports);
  const digests = new Set(reports.map(({ digest }) => digest));
  return { ran: countOf(runs), digests, counts: countsByName(runs) };
}

/** A log has another format. A file that cannot be read is refused as an artifact. */
async function reportIn(path: string, files: ResultFiles): Promise<ReturnType<typeof readReport> | 'log' | 'empty'> {
  const read = await files.read(path, LARGEST_REPORT);
  if (!('content' in read)) return 'log';
  if (read.content.length === 0) return 'empty';
  return isXml(read.content) ? readReport(read.content) : 'log';
}
