import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { isXml, readReport } from './junit.ts';
import { artifactFolder, type Delivery, type EarlierTests, type Refuse } from './model.ts';
import type { ResultFiles } from './result-files.ts';

const LARGEST_REPORT = 64 * 1024 * 1024;
const REMEDY = 'Run all tests of the project, and deliver that report.';

/**
 * Reads the reports of a result. A log of another format is only hashed: no test is run, and no text is interpreted.
 *
 * @param earlier the reports of the task before; undefined without one
 */
export async function checkTests(
  { task_key: key, tests }: TaskResultV1,
  earlier: EarlierTests | undefined,
  files: ResultFiles,
  refuse: Refuse,
): Promise<void> {
  if (tests.length === 0) return refuse('no_tests', `${artifactFolder(key)}/result.json`, 'the result lists no tests');
  let ran: number | undefined;
  for (const { log } of tests) {
    const path = `${artifactFolder(key)}/${log.path}`;
    const report = await reportIn(path, files);
    if (report === undefined) continue;
    if ('problem' in report) {
      refuse('invalid_report', path, `the report cannot be read: ${report.problem}`);
      continue;
    }
    ran = (ran ?? 0) + report.ran;
    if (earlier?.hashes.has(log.sha256)) {
      refuse('old_tests', path, 'it is the report of the task before', 'Run the tests again.');
    }
    if (report.failures > 0) {
      const names = report.failed.join(', ');
      refuse('failed_tests', path, `${report.failures} of ${report.ran} tests failed: ${names}`, 'Repair the code.');
    } else if (report.ran === 0) refuse('no_tests', path, 'no test of the report ran', REMEDY);
  }
  if (ran !== undefined && earlier !== undefined && ran < earlier.ran) {
    const message = `${ran} tests ran, the report of the task before has ${earlier.ran}`;
    refuse('fewer_tests', `${artifactFolder(key)}/result.json`, message, REMEDY);
  }
}

/** The reports of a result; undefined without one. */
export async function testsOf({ key, result }: Delivery, files: ResultFiles): Promise<EarlierTests | undefined> {
  const hashes = new Set<string>();
  let ran = 0;
  for (const { log } of result.tests) {
    const report = await reportIn(`${artifactFolder(key)}/${log.path}`, files);
    if (report === undefined || 'problem' in report) continue;
    hashes.add(log.sha256);
    ran += report.ran;
  }
  return hashes.size === 0 ? undefined : { ran, hashes };
}

/** @returns undefined for a log */
async function reportIn(path: string, files: ResultFiles): Promise<ReturnType<typeof readReport> | undefined> {
  const read = await files.read(path, LARGEST_REPORT);
  return 'content' in read && isXml(read.content) ? readReport(read.content) : undefined;
}
