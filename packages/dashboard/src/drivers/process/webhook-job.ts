import { type Connect, directConnect } from '../../egress/connect.ts';
import { exchange } from '../../egress/exchange.ts';
import { Origins } from '../../egress/origins.ts';
import { Refused } from '../../egress/refusal.ts';
import { dnsResolve, hostsResolve, type Resolve } from '../../egress/resolve.ts';
import { Targets } from '../../egress/targets.ts';
import { JobFailed, type WebhookJob } from '../jobs.ts';

const DELIVERY_MS = 5_000;
const ANSWER_BYTES = 64 * 1024;

/**
 * Delivers one notification to the checked address. A redirect is not followed: its status is the result.
 *
 * @returns the HTTP status
 * @throws Refused; JobFailed if the receiver does not answer
 */
export async function deliver(
  job: WebhookJob,
  resolve: Resolve = dnsResolve(),
  open: Connect = directConnect,
): Promise<{ status: number }> {
  const target = await new Targets(new Origins(job.origins), resolve, hostsResolve()).find(job.url);
  try {
    const { status } = await exchange(
      target,
      { method: 'POST', headers: job.headers, body: job.body, timeoutMs: DELIVERY_MS, bytes: ANSWER_BYTES },
      open,
    );
    return { status };
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new JobFailed('failed', error instanceof Error ? error.message : String(error));
  }
}
