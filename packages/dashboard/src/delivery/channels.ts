import type { MailJob } from '../drivers/jobs.ts';
import { bodyOf, type Message, titleOf } from './message.ts';
import { secretBytes, signedHeaders } from './signature.ts';

/** A receiver of notifications, as set. Tokens, secrets and URLs with secrets are from the environment or a private file. */
export type ChannelSettings = { name: string } & (
  | { type: 'webhook'; url: string; secret: string }
  | { type: 'ntfy'; url: string; token: string }
  | { type: 'slack' | 'discord'; url: string }
  | { type: 'telegram'; url: string; token: string; chat: string }
  | ({ type: 'email' } & MailServer & { from: string; to: readonly string[] })
);

export interface MailServer {
  host: string;
  port: number;
  /** TLS from the start, after STARTTLS, or none. */
  security: 'tls' | 'starttls' | 'none';
  /** Empty for a server without authentication. */
  user: string;
  password: string;
}

export const CHANNEL_TYPES = ['webhook', 'ntfy', 'slack', 'discord', 'telegram', 'email'] as const;

/** Name of the channel of `--webhook`, which may request only listed origins. */
export const WEBHOOK_NAME = 'webhook';

export interface Outgoing {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Largest text of a message, in characters: the least of the limits of these services. */
const TEXT_LIMIT = 1_900;
const SUBJECT_LIMIT = 200;

export type HttpChannel = Exclude<ChannelSettings, { type: 'email' }>;

/** Whether one message may name several services; programs get one for each. */
export function isForPeople({ type }: ChannelSettings): boolean {
  return type !== 'webhook';
}

/**
 * The request that sends a message.
 *
 * @param link URL of the page; empty if unknown
 * @param now time of the attempt, Unix time in seconds
 */
export function requestOf(channel: HttpChannel, message: Message, link: string, now: number): Outgoing {
  const title = titleOf(message);
  const body = shortened(bodyOf(message, link));
  switch (channel.type) {
    case 'webhook':
      return webhookRequest(channel.url, channel.secret, message, title, body, now);
    case 'ntfy': {
      // https://docs.ntfy.sh/publish/#publish-as-json: a header of HTTP could not contain every title.
      const url = new URL(channel.url);
      const topic = decodeURIComponent(url.pathname.slice(1));
      const priority = message.type === 'service.recovery' || message.type === 'test' ? 3 : 4;
      const content = { topic, title, message: body, priority, ...(link === '' ? {} : { click: link }) };
      const authorization: Record<string, string> =
        channel.token === '' ? {} : { Authorization: `Bearer ${channel.token}` };
      return json(url.origin, content, authorization);
    }
    case 'slack':
      // https://docs.slack.dev/messaging/formatting-message-text: these three characters are markup.
      return json(channel.url, { text: `*${escaped(title)}*\n${escaped(body)}` });
    case 'discord':
      // Names of services must not notify the members of a server.
      return json(channel.url, { content: `**${title}**\n${body}`, allowed_mentions: { parse: [] } });
    case 'telegram': {
      const url = `${channel.url}/bot${channel.token}/sendMessage`;
      return json(url, {
        chat_id: channel.chat,
        text: `${title}\n${body}`,
        link_preview_options: { is_disabled: true },
      });
    }
  }
}

/** The message as a mail. */
export function mailOf(channel: Extract<ChannelSettings, { type: 'email' }>, message: Message, link: string): MailJob {
  const { host, port, security, user, password, from, to } = channel;
  // A line break in the name of a service must not add a header.
  const subject = titleOf(message).replaceAll(/\s+/g, ' ').slice(0, SUBJECT_LIMIT);
  const text = bodyOf(message, link);
  return { kind: 'mail', host, port, security, user, password, from, to, subject, text, id: message.id };
}

function webhookRequest(
  url: string,
  secret: string,
  { id, type, at, changes }: Message,
  title: string,
  text: string,
  now: number,
): Outgoing {
  const [change] = changes;
  const { type: _, ...data } = change ?? { type };
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), title, text, data });
  // The receiver compares this time with its own clock, so it is the system clock, even after a backward step.
  return { url, headers: signedHeaders(secretBytes(secret), id, now, body), body };
}

function json(url: string, content: object, headers: Readonly<Record<string, string>> = {}): Outgoing {
  return { url, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(content) };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function shortened(text: string): string {
  return text.length <= TEXT_LIMIT ? text : `${text.slice(0, TEXT_LIMIT)} …`;
}
