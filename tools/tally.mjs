/** Prints `N passed, N failed` from reports of vitest's JSON reporter. A file that does not load counts as one failure. */
import { readFileSync } from 'node:fs';

const testResults = process.argv.slice(2).flatMap((report) => JSON.parse(readFileSync(report, 'utf8')).testResults);
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const { status, assertionResults } of testResults) {
  if (status === 'failed' && assertionResults.length === 0) counts.failed++;
  for (const test of assertionResults) {
    if (test.status === 'passed' || test.status === 'failed') counts[test.status]++;
    else counts.skipped++;
  }
}
const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
