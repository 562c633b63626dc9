import { CHANNEL_TYPES, type ChannelSettings, type MailServer, WEBHOOK_NAME } from '../delivery/channels.ts';
import type { JsonValue } from './json-value.ts';

const KEYS = ['name', 'type', 'url', 'secret', 'token', 'chat', 'server', 'user', 'password', 'from', 'to'] as const;
/** Schemes of a mail server, and their security and port. */
const MAIL_SERVERS: Readonly<Record<string, { security: MailServer['security']; port: number }>> = {
  'smtps:': { security: 'tls', port: 465 },
  'smtp+starttls:': { security: 'starttls', port: 587 },
  'smtp:': { security: 'none', port: 25 },
};
const TELEGRAM = 'https://api.telegram.org';

/** @throws AnalyzerError `invalid_file` */
export function channelsIn(value: JsonValue | undefined): ChannelSettings[] {
  const names = new Set<string>([WEBHOOK_NAME]);
  return (value?.list() ?? []).map((one) => {
    const channel = channelIn(one);
    if (names.has(channel.name)) one.fail(`"${channel.name}" is the name of another channel`, 'Set another name.');
    names.add(channel.name);
    return channel;
  });
}

function channelIn(value: JsonValue): ChannelSettings {
  const given = value.object([...KEYS]);
  const required = (key: Parameters<typeof given>[0]): JsonValue =>
    given(key) ?? value.fail(`"${key}" is missing`, 'See docs/operate/dashboard.md.');
  const name = required('name').string();
  const type = CHANNEL_TYPES.find((one) => one === given('type')?.value);
  switch (type) {
    case 'webhook':
      return { name, type, url: required('url').url(), secret: required('secret').secret() };
    case 'ntfy': {
      const url = required('url').url();
      if (!/^\/[^/]+$/.test(new URL(url).pathname)) value.fail('the URL has no topic', 'Write https://ntfy.sh/topic.');
      return { name, type, url, token: given('token')?.secret() ?? '' };
    }
    case 'slack':
    case 'discord':
      return { name, type, url: required('url').url() };
    case 'telegram': {
      const url = (given('url')?.url() ?? TELEGRAM).replace(/\/+$/, '');
      return { name, type, url, token: required('token').secret(), chat: required('chat').string() };
    }
    case 'email': {
      const [user, password] = [given('user')?.string() ?? '', given('password')?.secret() ?? ''];
      const to = required('to').list().map(mailbox);
      if (to.length === 0) value.fail('"to" has no address', 'Add the addresses of the receivers.');
      const from = mailbox(required('from'));
      return { name, type, ...serverIn(required('server')), user, password, from, to };
    }
    default:
      return value.fail('"type" is not a known channel', `Known types: ${CHANNEL_TYPES.join(', ')}.`);
  }
}

function serverIn(value: JsonValue): Pick<MailServer, 'host' | 'port' | 'security'> {
  const text = value.string();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const known = MAIL_SERVERS[url?.protocol ?? ''];
  if (url === undefined || known === undefined || url.hostname === '' || url.username !== '') {
    return value.fail(
      'this is not a mail server',
      'Write smtps://mail.example:465 or smtp+starttls://mail.example:587.',
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: url.port === '' ? known.port : Number(url.port), security: known.security };
}

/** An address without a name, since a name could contain separators. */
function mailbox(value: JsonValue): string {
  const address = value.string();
  if (!/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()\\]+$/.test(address))
    value.fail('this is not a mail address', 'Write ops@example.org.');
  return address;
}
