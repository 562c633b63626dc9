/** A process with a pool, for the tests: prints the pid of its worker, then dies at once or ends in order. */
import { ParserPool } from './pool.ts';
import { DEFAULT_LIMITS } from './pool-limits.ts';

const [, , worker = '', last = ''] = process.argv;
const pool = new ParserPool({ size: 1, argv: [worker, '400'], limits: DEFAULT_LIMITS });
const outcome = await pool.parse({ path: 'a', mode: { language: 'python' }, bytes: Buffer.from('echo') });
process.stdout.write('reason' in outcome ? outcome.reason : outcome.status);
if (last === 'die') process.kill(process.pid, 'SIGKILL');
pool.fail(new Error('no more files'));
await pool.ended();
