import type { Browser } from 'playwright-core';
import { type BrowserChoice, JobFailed } from '../jobs.ts';

/**
 * Starts a browser for one capture. It resolves no name by itself and reaches nothing but the proxy.
 *
 * @throws JobFailed `unavailable` that says what to install or to allow
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
      // The server ends this process, and this process its browser.
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
          'or say --no-browser-sandbox when all pages are trusted',
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
  // No path past the proxy: names, WebRTC, QUIC.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--no-pings',
  // A pop-up is no part of the page, and one that is closed while it opens holds up its opener.
  '--block-new-web-contents',
  '--js-flags=--max-old-space-size=256',
  '--renderer-process-limit=4',
  '--disable-gpu',
  '--font-render-hinting=none',
];

/** Loaded only when a page is to be captured. @throws JobFailed */
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
