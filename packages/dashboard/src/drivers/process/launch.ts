import type { Browser } from 'playwright-core';
import { type BrowserChoice, JobFailed } from '../jobs.ts';

/**
 * Starts a browser for one capture. It resolves no names and connects only to the proxy.
 *
 * @throws JobFailed `unavailable` with the remedy
 */
export async function launch({ path, sandbox }: BrowserChoice, proxy: ProxyAccess): Promise<Browser> {
  const { chromium } = await library();
  try {
    return await chromium.launch({
      executablePath: path,
      chromiumSandbox: sandbox,
      proxy: { ...proxy, bypass: '<-loopback>' },
      args: ARGUMENTS,
      timeout: LAUNCH_MS,
      // The server ends this process, which closes its browser.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (sandbox && /sandbox|zygote|namespace/i.test(message)) {
      throw new JobFailed(
        'unavailable',
        'The system forbids the sandbox of the browser. Run the dashboard as another user than root, ' +
          'or set --no-browser-sandbox if all pages are trusted',
      );
    }
    throw new JobFailed('unavailable', `The browser ${path} does not start: ${firstLine(message)}`);
  }
}

export interface ProxyAccess {
  server: string;
  username: string;
  password: string;
}

const LAUNCH_MS = 10_000;

const ARGUMENTS = [
  // Close the ways around the proxy: name resolution, WebRTC, QUIC.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--no-pings',
  // A pop-up is not captured; blocking it early prevents that its opener hangs.
  '--block-new-web-contents',
  '--js-flags=--max-old-space-size=256',
  '--renderer-process-limit=4',
  '--disable-gpu',
  '--font-render-hinting=none',
];

/** Loads playwright on demand. @throws JobFailed */
async function library(): Promise<Pick<typeof import('playwright-core'), 'chromium'>> {
  try {
    return await import('playwright-core');
  } catch {
    throw new JobFailed('unavailable', 'The package playwright-core is not installed: run npm ci --include=optional');
  }
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 300);
}
