import { type Connect, directConnect } from '../../egress/connect.ts';
import { exchange } from '../../egress/exchange.ts';
import { type Resolve, systemResolve } from '../../egress/resolve.ts';
import { isObject, own } from '../../event/values.ts';
import type { ProbeJob, ProbeResult } from '../jobs.ts';
import { endpointOf, reachable } from './remote.ts';

const ANSWER_MS = 2_000;
const ANSWER_BYTES = 64 * 1024;

/** Requests the state of the remote browser; missing values are null. @throws JobFailed if it does not answer */
export async function probe(
  job: ProbeJob,
  resolve: Resolve = systemResolve(),
  open: Connect = directConnect,
): Promise<ProbeResult> {
  const target = await reachable(endpointOf(job.upstream, 'pressure', job.token), resolve, open);
  try {
    const answer = await exchange(
      target,
      { method: 'GET', headers: { Accept: '*/*' }, body: '', timeoutMs: ANSWER_MS, bytes: ANSWER_BYTES },
      open,
    );
    return pressureIn(JSON.parse(answer.body.toString()));
  } catch {
    // An answer in another form: another version, or a wrong token.
    return { available: null, running: null, queued: null };
  }
}

function pressureIn(value: unknown): ProbeResult {
  const given = isObject(value) ? own(value, 'pressure') : undefined;
  const member = (key: string): unknown => (isObject(given) ? own(given, key) : undefined);
  const count = (key: string): number | null => {
    const number = member(key);
    return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
  };
  const available = member('isAvailable');
  return {
    available: typeof available === 'boolean' ? available : null,
    running: count('running'),
    queued: count('queued'),
  };
}
