import { AnalyzerError } from '@analyzer/contracts';
import { Origins } from '../egress/origins.ts';
import { WEBHOOK_TIMES, type WebhookSettings } from '../live/webhook.ts';
import type { DriverSettings } from './drivers.ts';

export interface WebhookFlags {
  allowOrigin: readonly string[];
  webhook?: string;
  /** In seconds. */
  webhookCooldown: number;
}

export interface DriverFlags {
  allowOrigin: readonly string[];
  browser?: string;
  browserSandbox: boolean;
}

/**
 * Reads what flags and environment say of the drivers: `REMOTE_BROWSER_URL` (or the older `BROWSERLESS_URL`) and
 * `REMOTE_BROWSER_TOKEN`.
 *
 * @throws AnalyzerError `usage` when the address of the remote browser is none
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
      { problem: `${name} is no http(s) address` },
      { hint: 'Set it to the address of the remote browser, such as http://localhost:3000.' },
    );
  }
  const token = env.REMOTE_BROWSER_TOKEN ?? '';
  return { url, token: token === '' ? null : token };
}

/**
 * Reads what flags and environment say of the webhook; its secret is `DASHBOARD_WEBHOOK_SECRET`.
 *
 * @throws AnalyzerError `usage` for an address that is not allowed, or without a secret
 */
export function webhookSettings(
  flags: WebhookFlags,
  env: Readonly<Record<string, string | undefined>>,
): WebhookSettings | undefined {
  const { webhook: url, webhookCooldown, allowOrigin } = flags;
  if (url === undefined) return undefined;
  try {
    new Origins(allowOrigin).check(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AnalyzerError('usage', { problem: `--webhook: ${reason}` }, { hint: 'See docs/dashboard.md.' });
  }
  const secret = env.DASHBOARD_WEBHOOK_SECRET ?? '';
  if (secret === '') {
    throw new AnalyzerError(
      'usage',
      { problem: '--webhook needs a secret to sign with, and DASHBOARD_WEBHOOK_SECRET is not set' },
      { hint: 'Set it to a long random text that the receiver knows too.' },
    );
  }
  return { ...WEBHOOK_TIMES, url, secret, cooldownMs: webhookCooldown * 1000 };
}
