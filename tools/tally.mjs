/**
 * Prints a line for each test that failed, then `N passed, N failed`, from reports of vitest's JSON reporter. A file that does
 * not load counts as one failure.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Characters of the reason of a failure. */
const MAX_REASON = 1200;

const testResults = process.argv.slice(2).flatMap((report) => JSON.parse(readFileSync(report, 'utf8')).testResults);
const counts = { passed: 0, failed: 0, skipped: 0 };
const failed = [];
for (const { name, status, assertionResults } of testResults) {
  if (status === 'failed' && assertionResults.length === 0) {
    counts.failed++;
    failed.push(`${relative(process.cwd(), name)}: the file did not load`);
  }
  for (const test of assertionResults) {
    if (test.status === 'passed' || test.status === 'failed') counts[test.status]++;
    else counts.skipped++;
    if (test.status === 'failed') {
      const [why = ''] = stripVTControlCharacters(test.failureMessages.join('\n')).split('\n');
      failed.push(`${relative(process.cwd(), name)}: ${test.fullName}: ${why.slice(0, MAX_REASON)}`);
    }
  }
}
const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
for (const line of failed) process.stdout.write(`failed: ${line}\n`);
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
