import { AnalyzerError } from '@analyzer/contracts';
import type { DriverSettings } from './drivers.ts';

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
