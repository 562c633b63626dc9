import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listening } from '../testing/test-site.ts';
import { type Connect, directConnect } from './connect.ts';
import { Origins } from './origins.ts';
import { GuardingProxy } from './proxy.ts';
import type { Resolve } from './resolve.ts';
import { Targets } from './targets.ts';

let site: Server;
let sitePort: number;
let asked: string[];
const open: { close(): void }[] = [];

beforeEach(async () => {
  asked = [];
  site = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.headers.host}${incoming.url}`);
    if (incoming.url === '/large') response.end(Buffer.alloc(300_000));
    else if (incoming.url === '/elsewhere') response.writeHead(302, { Location: 'http://10.0.0.1/secret' }).end();
    else response.writeHead(200, { 'X-Seen': JSON.stringify(incoming.headers) }).end('hello');
  });
  sitePort = await listening(site);
});

afterEach(() => {
  for (const one of open.splice(0)) one.close();
  site.closeAllConnections();
  site.close();
});

/** A proxy for `http://app.example`, a name that resolves to the site: nothing leaves this machine. */
async function proxy(options: { resolve?: Resolve; bytes?: number } = {}) {
  const refusals: string[] = [];
  const connected: string[] = [];
  const toSite: Connect = (address) => {
    connected.push(address);
    return directConnect('127.0.0.1', sitePort);
  };
  const guarding = new GuardingProxy({
    targets: new Targets(
      new Origins(['http://app.example', 'https://safe.example']),
      options.resolve ?? (async () => ['93.184.215.14']),
    ),
    connect: toSite,
    bytes: options.bytes ?? 1_000_000,
    onRefusal: (where, reason) => refusals.push(`${where} ${reason}`),
  });
  open.push(guarding);
  const port = Number(new URL(await guarding.listen()).port);
  const secret = Buffer.from(`${guarding.username}:${guarding.password}`).toString('base64');
  return { port, refusals, connected, authorization: `Basic ${secret}` };
}

type Proxy = Awaited<ReturnType<typeof proxy>>;

function ask({ port, authorization }: Proxy, path: string, headers = {}): Promise<IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, headers: { 'Proxy-Authorization': authorization, ...headers }, agent: false });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('close', () => resolve(Object.assign(answer, { text })));
    });
    sent.end();
  });
}

/** Sends a string and returns the first bytes of the response. */
function raw({ port }: Proxy, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
      // The server after a tunnel answers only to a request.
      if (answer.endsWith('established\r\n\r\n'))
        socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

it('forwards an allowed request to the checked address with the checked Host', async () => {
  const guarding = await proxy();
  const answer = await ask(guarding, 'http://app.example/x?y=1', { Host: 'other.example', Cookie: 'a=b' });
  expect([answer.statusCode, answer.text]).toEqual([200, 'hello']);
  expect(asked).toEqual(['GET app.example/x?y=1']);
  expect(guarding.connected).toEqual(['93.184.215.14']);
  const seen = JSON.parse(String(answer.headers['x-seen']));
  expect(seen.cookie).toBe('a=b');
  expect(seen).not.toHaveProperty('proxy-authorization');
});

it.each([
  'http://app.example:81/',
  'https://app.example/',
  'http://127.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://user@app.example/',
  'ftp://app.example/',
  '/relative',
])('refuses %s', async (url) => {
  const guarding = await proxy();
  expect((await ask(guarding, url)).statusCode).toBe(403);
  expect(guarding.refusals).toHaveLength(1);
  expect([asked, guarding.connected]).toEqual([[], []]);
});

it('checks the target of a redirect', async () => {
  const guarding = await proxy();
  const first = await ask(guarding, 'http://app.example/elsewhere');
  const next = await ask(guarding, String(first.headers.location));
  expect([first.statusCode, next.statusCode]).toEqual([302, 403]);
  expect(guarding.refusals).toEqual(['http://10.0.0.1/secret origin']);
});

it('refuses a name that resolves to this machine, and uses the first address of a name that is rebound later', async () => {
  const pointed = await proxy({ resolve: async () => ['127.0.0.1'] });
  expect((await ask(pointed, 'http://app.example/')).statusCode).toBe(403);
  const answers = [['93.184.215.14'], ['127.0.0.1']];
  const rebinding = await proxy({ resolve: async () => answers.shift() ?? [] });
  await ask(rebinding, 'http://app.example/1');
  await ask(rebinding, 'http://app.example/2');
  expect(rebinding.connected).toEqual(['93.184.215.14', '93.184.215.14']);
});

it('opens tunnels only to allowed origins', async () => {
  const guarding = await proxy();
  const head = `Proxy-Authorization: ${guarding.authorization}\r\n\r\n`;
  const through = await raw(guarding, `CONNECT safe.example:443 HTTP/1.1\r\nHost: safe.example:443\r\n${head}`);
  expect(through).toMatch(/^HTTP\/1.1 200 .*hello/s);
  for (const authority of ['safe.example:80', 'safe.example:22', '127.0.0.1:443', '169.254.169.254:80', 'x']) {
    const answer = await raw(guarding, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${head}`);
    expect(answer, authority).toMatch(/^HTTP\/1.1 (403|400) /);
  }
  expect(guarding.connected).toHaveLength(1);
});

it('refuses requests without its password', async () => {
  const guarding = await proxy();
  expect((await ask(guarding, 'http://app.example/', { 'Proxy-Authorization': 'Basic eDp5' })).statusCode).toBe(407);
  expect(await raw(guarding, 'CONNECT safe.example:443 HTTP/1.1\r\nHost: safe.example:443\r\n\r\n')).toMatch(
    /^HTTP\/1.1 407 /,
  );
  expect(guarding.connected).toEqual([]);
});

it('closes all connections if more bytes arrive than allowed', async () => {
  const guarding = await proxy({ bytes: 100_000 });
  const answer = await ask(guarding, 'http://app.example/large').catch(() => undefined);
  expect(answer?.text.length ?? 0).toBeLessThan(300_000);
  await expect(ask(guarding, 'http://app.example/x')).rejects.toThrow();
});
