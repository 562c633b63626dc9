/** Prints `N passed, N failed` from a report of vitest's JSON reporter. A file that does not load counts as one failure. */
import { readFileSync } from 'node:fs';

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
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
