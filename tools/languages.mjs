/** Validates the language data against its schema: `npm run languages`; a build does it first. Exits 1 when it does not fit. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemsOf } from './languages/check.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

for (const problem of problemsOf(process.argv[2] ?? join(root, 'languages'))) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
