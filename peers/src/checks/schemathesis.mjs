import { join } from 'node:path';
import { TOKEN } from '../program.mjs';
import { describedIn } from './openapi.mjs';

/** A valid request can have an answer that is larger than its `max_chars`, which is refused with 422. */
const EXCLUDED = 'positive_data_acceptance';

/** Schemathesis sends generated requests to the running server and compares the answers with the description. */
export async function schemathesis({ folder, program, transcript }) {
  const st = join(folder, 'python/bin/st');
  transcript.run('Schemathesis starts', [st, '--version']);
  const file = await describedIn(folder, program);
  const words = ['--header', `Authorization: Bearer ${TOKEN}`, '--exclude-checks', EXCLUDED];
  const amount = ['--max-examples', '50', '--seed', '1', '--generation-database', 'none'];
  const url = ['--url', `http://127.0.0.1:${program.rest}`];
  const options = { cwd: folder, env: { COLUMNS: '100' } };
  transcript.run(
    'no server error and no violation of the description',
    [st, 'run', file, ...url, ...words, ...amount],
    options,
  );
}
