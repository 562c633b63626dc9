import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { ServiceRules } from '../store/service-rules.ts';
import { stopServers, testServer } from '../testing/test-server.ts';
import { readSettings } from './settings-file.ts';

afterEach(stopServers);

function fileOf(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'dashboard.json');
  writeFileSync(file, content);
  return file;
}

it('reads the settings of services, and for each setting the first matching rule decides', () => {
  const { services } = readSettings(
    fileOf(`{ "services": [
      { "match": "shop-cart", "owner": "carts" },
      { "match": "shop-*", "expect": "10m", "open_after": 2, "close_after": 3, "owner": "shop", "tags": ["web"] },
      { "match": "*", "expect": "1d" }
    ] }`),
  );
  const rules = new ServiceRules(services);
  expect(rules.of('shop-cart')).toEqual({
    expectMs: 600_000,
    openAfter: 2,
    closeAfter: 3,
    owner: 'carts',
    tags: ['web'],
  });
  expect(rules.of('shop-login')).toMatchObject({ owner: 'shop' });
  expect(rules.of('other')).toEqual({ expectMs: 86_400_000, openAfter: 1, closeAfter: 1, owner: '', tags: [] });
});

it.each([
  ['*', 'anything', true],
  ['a*c', 'abc', true],
  ['a*c', 'ac', true],
  ['ab*bc', 'abc', false],
  ['*-web-*', 'shop-web-1', true],
  ['*-web-*', 'shop-web', false],
  ['a*b*c', 'a-c-b-c', true],
  ['a*b*c', 'a-c', false],
  ['a.c', 'abc', false],
])('the pattern %s for %s: %s', (match, service, result) => {
  expect(new ServiceRules([{ match, owner: 'x' }]).of(service).owner === 'x').toBe(result);
});

it('reads channels with secrets from the environment and private files, reminders and maintenance', () => {
  const token = fileOf('tk_1\n');
  chmodSync(token, 0o600);
  vi.stubEnv('SLACK_URL', 'https://hooks.slack.example/x');
  const settings = readSettings(
    fileOf(
      JSON.stringify({
        channels: [
          { name: 'push', type: 'ntfy', url: 'https://ntfy.example/alerts', token: { file: token } },
          { name: 'chat', type: 'slack', url: { env: 'SLACK_URL' } },
          { name: 'bot', type: 'telegram', token: '1:a', chat: '-100' },
          { name: 'mail', type: 'email', server: 'smtps://mail.example', from: 'd@x.example', to: ['o@x.example'] },
        ],
        maintenance: [
          { match: 'shop-*', from: '2026-12-01T22:00Z', to: '2026-12-02T04:00Z' },
          { days: ['sun'], at: '02:00', for: '2h' },
        ],
        remind: '4h',
        link: 'https://board.example/',
        history: { keep: '7d', max: '500MB' },
      }),
    ),
  );
  vi.unstubAllEnvs();
  expect(settings).toEqual({
    services: [],
    channels: [
      { name: 'push', type: 'ntfy', url: 'https://ntfy.example/alerts', token: 'tk_1' },
      { name: 'chat', type: 'slack', url: 'https://hooks.slack.example/x' },
      { name: 'bot', type: 'telegram', url: 'https://api.telegram.org', token: '1:a', chat: '-100' },
      {
        name: 'mail',
        type: 'email',
        host: 'mail.example',
        port: 465,
        security: 'tls',
        user: '',
        password: '',
        from: 'd@x.example',
        to: ['o@x.example'],
      },
    ],
    maintenance: [
      { match: 'shop-*', from: Date.UTC(2026, 11, 1, 22), to: Date.UTC(2026, 11, 2, 4) },
      { match: '*', days: [0], startMs: 7_200_000, lengthMs: 7_200_000 },
    ],
    remindMs: 14_400_000,
    link: 'https://board.example/',
    history: { keepMs: 604_800_000, maxBytes: 500_000_000 },
  });
  chmodSync(token, 0o644);
  const channels = [{ name: 'push', type: 'ntfy', url: 'https://ntfy.example/alerts', token: { file: token } }];
  expect(() => readSettings(fileOf(JSON.stringify({ channels })))).toThrow('mode 644');
});

it.each([
  ['{"history": {"max": 5}}', 'history.max: 5 is not a size'],
  ['{"status": {"services": []}}', 'status: "services" names no service'],
  ['{"status": {"services": ["*"], "token": "short"}}', 'status.token: the token has fewer than 32 characters'],
  ['{"status": {"services": ["*"], "tokn": "x"}}', 'status: unknown key "tokn"'],
  ['{"channels": [{"name": "a", "type": "pager"}]}', 'channels[0]: "type" is not a known channel'],
  ['{"channels": [{"name": "a", "type": "slack"}]}', 'channels[0]: "url" is missing'],
  ['{"channels": [{"name": "a", "type": "slack", "url": {"env": "UNSET_X"}}]}', 'UNSET_X is not set'],
  ['{"channels": [{"name": "a", "type": "slack", "url": "file:///x"}]}', 'channels[0].url: this is not an http(s) URL'],
  ['{"channels": [{"name": "webhook", "type": "slack", "url": "http://x/"}]}', '"webhook" is the name of another'],
  [
    '{"channels": [{"name": "a", "type": "email", "server": "smtp://x", "from": "a@x", "to": ["a@x, b@x"]}]}',
    'channels[0].to[0]: this is not a mail address',
  ],
  ['{"maintenance": [{"from": "2026-12-01T22:00", "to": "2026-12-02"}]}', 'maintenance[0].from: this is not a time'],
  ['{"maintenance": [{"days": ["so"], "at": "02:00", "for": "1h"}]}', 'maintenance[0].days[0]: this is not a day'],
  ['{', 'invalid JSON'],
  ['[]', '[] is not an object'],
  ['{"service": []}', 'unknown key "service"', 'Did you mean "services"?'],
  ['{"services": [{}]}', 'services[0]: "match" is missing'],
  ['{"services": [{"match": "a", "expect": "10"}]}', 'services[0].expect: "10" is not a duration'],
  ['{"services": [{"match": "a", "open_after": 0}]}', 'services[0].open_after: 0 is not an integer from 1 to 100'],
  ['{"services": [{"match": "a", "tags": "x"}]}', 'services[0].tags: "x" is not a list'],
])('refuses %s', (content, problem, hint = '') => {
  const file = fileOf(content);
  try {
    readSettings(file);
    expect.fail('accepted');
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    expect(error.message).toContain(file);
    expect(error.message).toContain(problem);
    expect(error.hint).toContain(hint);
  }
});

it('a service that the settings expect is on the page before its first event, with owner and tags', async () => {
  const services = [{ match: 'nightly', expectMs: 60_000, owner: 'ops', tags: ['batch'] }];
  const server = await testServer({ services });
  const state = async () => JSON.parse(await (await server.get('/dashboard/state')).text());
  const { now, newestAt, services: rows } = await state();
  expect(newestAt).toBeNull();
  expect(rows).toMatchObject([{ service: 'nightly', state: 'unknown', owner: 'ops', tags: ['batch'], quietAt: null }]);
  expect(rows[0].lateAt).toBeLessThanOrEqual(now + 60_000);
});

it('a service fails after open_after failures and recovers after close_after passes', async () => {
  const server = await testServer({ services: [{ match: 'web', openAfter: 2, closeAfter: 2 }] });
  const stateAfter = async (type: string): Promise<unknown> => {
    await server.post(JSON.stringify({ type, service: 'web' }));
    const rollup = server.store.services.find('web');
    return [
      rollup?.result,
      rollup?.incidents.filter(({ closedAt }) => closedAt === null).length,
      rollup?.incidents.length,
    ];
  };
  // A single failure between passes opens nothing.
  for (const type of ['PASS', 'REGRESSION', 'PASS', 'REGRESSION', 'PASS']) {
    expect(await stateAfter(type)).toEqual(['passing', 0, 0]);
  }
  await stateAfter('REGRESSION');
  expect(await stateAfter('REGRESSION')).toEqual(['failing', 1, 1]);
  // Flapping remains one incident.
  for (const type of ['PASS', 'REGRESSION', 'PASS', 'REGRESSION', 'PASS']) {
    expect(await stateAfter(type)).toEqual(['failing', 1, 1]);
  }
  expect(await stateAfter('PASS')).toEqual(['passing', 0, 1]);
});

it('an event that is received again counts neither for open_after nor for close_after', async () => {
  const server = await testServer({ services: [{ match: 'web', openAfter: 2, closeAfter: 2 }] });
  const start = Math.floor(Date.now() / 1000) - 60;
  const isFailingAfter = async (type: string, second: number): Promise<boolean> => {
    await server.post(JSON.stringify({ type, service: 'web', timestamp: start + second }));
    return server.store.services.find('web')?.problems.some(({ isOpen }) => isOpen) ?? false;
  };
  expect(await isFailingAfter('REGRESSION', 1)).toBe(false);
  expect(await isFailingAfter('REGRESSION', 1)).toBe(false);
  expect(await isFailingAfter('REGRESSION', 2)).toBe(true);
  expect(await isFailingAfter('PASS', 3)).toBe(true);
  expect(await isFailingAfter('PASS', 3)).toBe(true);
  expect(await isFailingAfter('PASS', 4)).toBe(false);
});
