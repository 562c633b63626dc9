import type { DriverPool } from '../drivers/driver-pool.ts';
import type { MailJob, WebhookJob } from '../drivers/jobs.ts';
import { type ChannelSettings, mailOf, requestOf, WEBHOOK_NAME } from './channels.ts';
import type { Message } from './message.ts';
import type { SendResult } from './sender.ts';

/** Statuses of the client's class that say "later", not "never". */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/** Sends one message in a driver process. @param origins that the channel of `--webhook` may request */
export async function send(
  channel: ChannelSettings,
  message: Message,
  link: string,
  pool: DriverPool,
  origins: readonly string[],
): Promise<SendResult> {
  const outcome = await pool.run(jobOf(channel, message, link, origins));
  if ('failure' in outcome) {
    return { problem: outcome.failure.message, isPermanent: outcome.failure.kind === 'refused' };
  }
  const { status } = outcome.result;
  if (status >= 200 && status < 300) return 'sent';
  const isPermanent = status >= 300 && status < 500 && !LATER.has(status);
  return { problem: `the receiver answered ${status}`, isPermanent };
}

function jobOf(
  channel: ChannelSettings,
  message: Message,
  link: string,
  origins: readonly string[],
): WebhookJob | MailJob {
  if (channel.type === 'email') return mailOf(channel, message, link);
  const { url, headers, body } = requestOf(channel, message, link, Math.floor(Date.now() / 1000));
  const allowed = channel.name === WEBHOOK_NAME ? origins : [new URL(url).origin];
  return { kind: 'webhook', url, origins: allowed, headers, body };
}
