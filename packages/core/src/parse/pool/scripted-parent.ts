/** A process with a pool, for the tests: prints the pid of its worker, then dies or ends normally. */

import { DEFAULT_LIMITS } from './limits.ts';
import { ParserPool } from './pool.ts';

const [, , worker = '', last = ''] = process.argv;
const pool = new ParserPool({
  size: 1,
  program: { file: process.execPath, args: [worker, '400'], answers: 3 },
  limits: DEFAULT_LIMITS,
  ahead: { files: 8, bytes: 65_536 },
  startCostMs: 150,
  repair: 'none',
});
const outcome = await pool.parse({ path: 'a', mode: { language: 'python' }, bytes: Buffer.from('echo') });
process.stdout.write('reason' in outcome ? outcome.reason : outcome.status);
if (last === 'die') process.kill(process.pid, 'SIGKILL');
pool.fail(new Error('no more files'));
await pool.ended();
