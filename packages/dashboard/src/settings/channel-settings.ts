import { CHANNEL_TYPES, type ChannelSettings, WEBHOOK_NAME } from '../delivery/channels.ts';
import type { JsonValue } from './json-value.ts';

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
  const given = value.object(['name', 'type', 'url', 'secret', 'token', 'chat']);
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
    default:
      return value.fail('"type" is not a known channel', `Known types: ${CHANNEL_TYPES.join(', ')}.`);
  }
}
