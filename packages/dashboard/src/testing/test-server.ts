import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tokens } from '../http/tokens.ts';
import { docsFiles } from '../operate/openapi/docs-routes.ts';
import { type Running, type ServeOptions, serve } from '../serve.ts';
import { pageFiles } from '../view/page-files.ts';

export interface TestServer extends Running {
  folder: string;
  post(body: string | Buffer, headers?: Record<string, string>): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

const started: { server: Running; folder: string }[] = [];

/** Starts a server as users do, on a free port, with a new data folder. */
export async function testServer(options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'dashboard-'));
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    dataDir: folder,
    ring: 1000,
    tokens: Tokens.read(undefined, undefined),
    hostNames: [],
    journal: () => undefined,
    onLockLost: () => undefined,
    page: { unprotected: false, links: [] },
    drivers: { origins: [], browser: undefined, sandbox: true, remote: undefined },
    driverProgram: new URL('../../dist/driver-process.js', import.meta.url),
    files: await pageFiles(new URL('../../dist/', import.meta.url)),
    docs: docsFiles(new URL('../../dist/', import.meta.url)),
    ...options,
  });
  started.push({ server, folder });
  return {
    ...server,
    folder,
    post: (body, headers = {}) =>
      fetch(`${server.address}/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      }),
    get: (path, headers = {}) => fetch(`${server.address}${path}`, { headers }),
  };
}

/** Stops all servers of a test and removes their folders. */
export async function stopServers(): Promise<void> {
  for (const { server, folder } of started.splice(0)) {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
