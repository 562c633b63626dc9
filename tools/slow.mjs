/**
 * Prints the slowest test files and the slowest tests: `npm run slow [-- <report>]`. The report is the one that each run
 * of vitest updates, by default; the
 * times are seconds: processor time first, because on a busy machine all take longer on the clock.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slowTable, timesOf } from './tests/slow-table.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const report = process.argv[2] ?? join(root, 'node_modules/.vitest/timings.jsonl');
if (existsSync(report)) {
  process.stdout.write(slowTable(timesOf(readFileSync(report, 'utf8'))));
} else {
  process.stderr.write(`no report of a test run: ${report}\n  Run \`npm test\`, or \`npx vitest run <file>\`.\n`);
  process.exitCode = 1;
}
