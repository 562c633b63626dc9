import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';
import { Tokens } from './tokens.ts';

/** Also the folder of the packages of distributions, which is not in the PATH of all users. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

interface Setup {
  folder: string;
  /** Of the proxy. */
  port: number;
  /** Files in PEM. */
  certificate: string;
  key: string;
  /** Address and port of the dashboard. */
  upstream: string;
}

/** A proxy with a configuration in the documentation. */
interface Proxy {
  name: string;
  /** Undefined if it is not installed. */
  program: string | undefined;
  /** Language of its code block. */
  block: string;
  /** Writes the documented configuration with the ports and files of the test. @returns the arguments of the program */
  configure(documented: string, setup: Setup): string[];
}

const NGINX: Proxy = {
  name: 'nginx',
  program: process.env.ANALYZER_TEST_NGINX ?? installed('nginx'),
  block: 'nginx',
  configure(documented, { folder, port, certificate, key, upstream }) {
    const block = documented
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('/etc/ssl/tools.example.pem', certificate)
      .replace('/etc/ssl/tools.example.key', key)
      .replace('127.0.0.1:8000', upstream);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    mkdirSync(join(folder, 'logs'));
    const main = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {}`;
    writeFileSync(join(folder, 'nginx.conf'), `${main} http { access_log off; ${temporary.join(' ')} ${block} }`);
    return ['-p', folder, '-c', join(folder, 'nginx.conf')];
  },
};

const CADDY: Proxy = {
  name: 'Caddy',
  program: process.env.ANALYZER_TEST_CADDY ?? installed('caddy'),
  block: 'caddyfile',
  configure(documented, { folder, port, certificate, key, upstream }) {
    const block = documented
      .replace('tools.example {', `https://tools.example:${port} {\nbind 127.0.0.1\ntls ${certificate} ${key}`)
      .replace('127.0.0.1:8000', upstream);
    writeFileSync(join(folder, 'Caddyfile'), `{\nadmin off\nauto_https disable_redirects\n}\n${block}`);
    return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
};

function installed(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => path.startsWith('/') && existsSync(path));
}

function missingFor({ name, program }: Proxy): string {
  if (process.platform !== 'linux') return 'only Linux has several loopback addresses';
  if (program === undefined) return `${name} is not installed; name it in ANALYZER_TEST_${name.toUpperCase()}`;
  return spawnSync('openssl', ['version']).status === 0 ? '' : 'openssl is not installed';
}

const PROXIES = [NGINX, CADDY].map((proxy) => ({ proxy, name: proxy.name, missing: missingFor(proxy) }));
for (const { name, missing } of PROXIES) {
  if (missing !== '') process.stderr.write(`The tests with ${name} are skipped: ${missing}.\n`);
}

/** Another address than that of the proxy, which is trusted. */
const CLIENT = '127.0.0.2';
const HOST = 'tools.example';
const TOKEN = 'a'.repeat(32);
const DOCS = join(import.meta.dirname, '../../../../docs/operate/dashboard-deploy.md');

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const bound = probe.address();
  probe.close();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

describe.each(PROXIES)('the $name of the documentation, with TLS', ({ proxy, missing }) => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-proxy-'));
  let server: TestServer;
  let child: ChildProcess | undefined;
  let certificate: Buffer;
  let port: number;

  /** @param until ends a response that does not end itself, once it contains this */
  const ask = (
    path: string,
    headers: Record<string, string> = {},
    { method = 'GET', body = '', until = '' } = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        localAddress: CLIENT,
        port,
        path,
        method,
        ca: certificate,
        servername: HOST,
      };
      const sent = request({ ...options, headers: { Host: HOST, ...headers } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (data: string) => {
          text += data;
          if (until !== '' && text.includes(until)) response.destroy();
        });
        response.on('close', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      sent.on('error', reject).end(body);
    });

  beforeAll(async () => {
    if (missing !== '') return;
    server = await testServer({
      basePath: '/board',
      trustedProxies: ['127.0.0.1'],
      hostNames: [HOST],
      tokens: Tokens.read(undefined, TOKEN),
      page: { unprotected: false, needsToken: true, links: [] },
    });
    port = await freePort();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject]);
    certificate = readFileSync(cert);
    const [, documented = ''] =
      new RegExp(`\`\`\`${proxy.block}\\n([^\`]*)\`\`\``).exec(readFileSync(DOCS, 'utf8')) ?? [];
    const upstream = `127.0.0.1:${server.port}`;
    const args = proxy.configure(documented, { folder, port, certificate: cert, key, upstream });
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    child = spawn(proxy.program ?? '', args, { stdio: 'ignore', env });
    await vi.waitFor(() => ask('/board/healthz'), { timeout: 20_000 });
  });

  afterAll(async () => {
    if (child !== undefined) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await stopServers();
    rmSync(folder, { recursive: true });
  });

  it.skipIf(missing !== '')('serves page, assets and login below the path', async () => {
    const redirect = await ask('/board?service=shop');
    expect([redirect.status, redirect.headers.location]).toEqual([308, '/board/?service=shop']);
    const json = { 'Content-Type': 'application/json', Origin: `https://${HOST}` };
    const login = await ask('/board/session', json, { method: 'POST', body: JSON.stringify({ token: TOKEN }) });
    expect(login.status).toBe(204);
    const [cookie = ''] = login.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/board\/; .*; Secure$/);
    const session = { Cookie: cookie.split(';', 1)[0] ?? '' };
    const page = await ask('/board/', session);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`https://${HOST}/board/events`);
    const assets = [...page.text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)];
    expect(assets.length).toBeGreaterThan(1);
    for (const [, path = ''] of assets) expect((await ask(`/board/${path}`, session)).status, path).toBe(200);
    const body = JSON.stringify({ service: 'shop', owner: 'ops', hours: 1 });
    const acknowledged = await ask(
      '/board/dashboard/acknowledgements',
      { ...json, ...session },
      { method: 'POST', body },
    );
    expect(acknowledged.status).toBe(201);
    const evil = { ...json, ...session, Origin: 'https://evil.example' };
    expect((await ask('/board/dashboard/acknowledgements', evil, { method: 'POST', body })).status).toBe(403);
  });

  it.skipIf(missing !== '')('passes events as they arrive, and the addresses of clients', async () => {
    const agent = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const streaming = ask('/board/events/stream', agent, { until: 'shop-live' });
    // The stream begins after the events that were stored before it.
    const sending = setInterval(() => {
      void ask('/board/events', agent, { method: 'POST', body: '{"type":"PASS","service":"shop-live"}' });
    }, 200);
    const { status, headers, text } = await streaming;
    clearInterval(sending);
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/event-stream')]);
    expect(text).toContain('"shop-live"');
    const wrong = { ...agent, Authorization: `Bearer ${'b'.repeat(32)}`, 'X-Forwarded-For': '203.0.113.9' };
    expect((await ask('/board/events', wrong)).status).toBe(401);
    expect([...server.store.counters.refusedBySource.keys()]).toEqual([`${CLIENT} 403`, `${CLIENT} 401`]);
  });
});
