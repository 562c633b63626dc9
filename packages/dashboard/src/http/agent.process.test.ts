import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';
import { Tokens } from './tokens.ts';

afterEach(stopServers);

const fixtures = join(import.meta.dirname, '../../../../fixtures/dashboard/agent');
/** A Python with the packages wup and httpx, from `ANALYZER_TEST_AGENT_PYTHON`. */
const python = process.env.ANALYZER_TEST_AGENT_PYTHON;

const SENT = [
  { type: 'HEALTH_TRANSITION', service: 'users-web', from: 'down', to: 'up' },
  { type: 'PASS', service: 'users-web', stage: 'quick', status: 'ok' },
  { type: 'ANOMALY', stage: 'visual', reason: 'error_container_detected:.error-container', diff: { status: 'issue' } },
  { type: 'VISUAL_DIFF', url: 'http://localhost:8100/users', diff: { counts: { total_old: 40 } } },
  { type: 'HEALTH_TRANSITION', from: 'up', to: 'down' },
  { type: 'REGRESSION', file: '', endpoint: '/api/users', status: 'fail', stage: 'quick' },
];

async function expectAll(server: TestServer): Promise<void> {
  const listed = await (await server.get('/events', { Authorization: `Bearer ${TOKEN}` })).json();
  expect(listed).toMatchObject({ total: 6, items: SENT });
  const incidents = () => server.store.services.find('users-web')?.incidents;
  const findings = [{ type: 'REGRESSION' }, {}, { type: 'VISUAL_DIFF', twin: 'ANOMALY' }, { type: 'PASS' }, {}];
  expect(incidents()).toMatchObject([{ openedBy: 'REGRESSION', down: true, closedBy: null, findings }]);
  // The scenarios pass and the service is up, but no event has reported that the page works again.
  const rollup = server.store.services.find('users-web');
  expect(rollup).toMatchObject({ health: 'up', result: 'passing', problems: [{ kind: 'page' }] });
  const works = { type: 'VISUAL_DIFF', service: 'users-web', url: 'http://localhost:8100/users' };
  const body = JSON.stringify({ ...works, diff: { status: 'changed' } });
  expect((await server.post(body, { Authorization: `Bearer ${TOKEN}` })).status).toBe(201);
  expect(incidents()).toMatchObject([{ openedBy: 'REGRESSION', closedBy: 'VISUAL_DIFF' }]);
}

const TOKEN = 'secret'.repeat(6);
const tokens = (): Tokens => Tokens.read(undefined, TOKEN);

it("accepts the recorded bytes of the agent's own client", async () => {
  const server = await testServer({ tokens: tokens(), hostNames: ['localhost:8000'] });
  for (const name of readdirSync(fixtures).filter((file) => file.endsWith('.http'))) {
    const recorded = readFileSync(join(fixtures, name), 'latin1');
    const bytes = Buffer.from(recorded.replace('Bearer secret', `Bearer ${TOKEN}`), 'latin1');
    const answer = await new Promise<string>((resolve) => {
      // One connection for each event, which the agent closes after the response.
      const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
      socket.once('data', (data) => {
        socket.end();
        resolve(String(data));
      });
    });
    expect(answer, name).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
  }
  await expectAll(server);
});

const missing =
  python === undefined ? 'ANALYZER_TEST_AGENT_PYTHON is not set to a Python with wup and httpx' : undefined;

describe.skipIf(missing !== undefined)(`the agent's own client${missing === undefined ? '' : `: ${missing}`}`, () => {
  it('posts every event successfully', async () => {
    const server = await testServer({ tokens: tokens() });
    const endpoint = `http://127.0.0.1:${server.port}`;
    for (const address of [endpoint, `${endpoint}/events`]) {
      await fetch(`${endpoint}/events`, { method: 'DELETE', headers: { Authorization: `Bearer ${TOKEN}` } });
      const child = spawn(python ?? '', [join(fixtures, 'post-all.py'), address, TOKEN]);
      const code = await new Promise((resolve) => child.on('exit', resolve));
      expect(code).toBe(0);
      await expectAll(server);
    }
  });
});
