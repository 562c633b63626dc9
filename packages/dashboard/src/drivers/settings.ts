import { AnalyzerError } from '@analyzer/contracts';
import { type ChannelSettings, WEBHOOK_NAME } from '../delivery/channels.ts';
import { Origins } from '../egress/origins.ts';
import type { DriverSettings } from './drivers.ts';

export interface WebhookFlags {
  allowOrigin: readonly string[];
  webhook?: string;
}

export interface DriverFlags {
  allowOrigin: readonly string[];
  browser?: string;
  browserSandbox: boolean;
}

/**
 * Reads the flags and environment variables of the drivers: `REMOTE_BROWSER_URL` (or the older `BROWSERLESS_URL`) and
 * `REMOTE_BROWSER_TOKEN`.
 *
 * @throws AnalyzerError `usage` if the URL of the remote browser is invalid
 */
export function driverSettings(flags: DriverFlags, env: Readonly<Record<string, string | undefined>>): DriverSettings {
  const { allowOrigin: origins, browser, browserSandbox: sandbox } = flags;
  return { origins, browser, sandbox, remote: remoteIn(env) };
}

function remoteIn(env: Readonly<Record<string, string | undefined>>): DriverSettings['remote'] {
  const name = ['REMOTE_BROWSER_URL', 'BROWSERLESS_URL'].find((one) => (env[one] ?? '') !== '');
  if (name === undefined) return undefined;
  const text = env[name] ?? '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new AnalyzerError(
      'usage',
      { problem: `${name} is not an http(s) URL` },
      { hint: 'Set it to the URL of the remote browser, such as http://localhost:3000.' },
    );
  }
  const token = env.REMOTE_BROWSER_TOKEN ?? '';
  return { url, token: token === '' ? null : token };
}

/**
 * Reads the flags of the webhook, and its secret from `DASHBOARD_WEBHOOK_SECRET`.
 *
 * @throws AnalyzerError `usage` if the URL is not allowed, or there is no secret
 */
export function webhookSettings(
  flags: WebhookFlags,
  env: Readonly<Record<string, string | undefined>>,
): ChannelSettings | undefined {
  const { webhook: url, allowOrigin } = flags;
  if (url === undefined) return undefined;
  try {
    new Origins(allowOrigin).check(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AnalyzerError('usage', { problem: `--webhook: ${reason}` }, { hint: 'See docs/operate/dashboard.md.' });
  }
  const secret = env.DASHBOARD_WEBHOOK_SECRET ?? '';
  if (secret === '') {
    throw new AnalyzerError(
      'usage',
      { problem: '--webhook needs a secret for signatures, but DASHBOARD_WEBHOOK_SECRET is not set' },
      { hint: 'Set it to a long random string, and give it to the receiver.' },
    );
  }
  return { name: WEBHOOK_NAME, type: 'webhook', url, secret };
}
