import { afterEach, expect, it } from 'vitest';
import { Tokens } from '../http/tokens.ts';
import { stopServers, testServer } from '../testing/test-server.ts';

afterEach(stopServers);

const READ = 'b'.repeat(32);
const ADMIN = 'c'.repeat(32);

it.each(['/drivers/review/approve', '/drivers/captures/0af1/reject'])(
  'a decision about captures, %s, needs the scope admin, the own origin and JSON',
  async (path) => {
    const tokens = Tokens.read(`read ${READ}\nadmin ${ADMIN}\n`, undefined);
    const server = await testServer({ tokens });
    const decide = async (token: string, headers: Record<string, string> = {}): Promise<number> => {
      const sent = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers };
      const body = JSON.stringify({ captures: ['0af1'] });
      return (await fetch(`${server.address}${path}`, { method: 'POST', headers: sent, body })).status;
    };
    const found = path.endsWith('approve') ? 200 : 404;
    expect(await decide(ADMIN)).toBe(found);
    expect(await decide(ADMIN, { Origin: server.address })).toBe(found);
    expect(await decide(READ)).toBe(403);
    expect(await decide('x'.repeat(32))).toBe(401);
    expect(await decide(ADMIN, { Origin: 'http://evil.example' })).toBe(403);
    expect(await decide(ADMIN, { 'Content-Type': 'text/plain' })).toBe(415);
    expect((await server.get('/drivers/review', { Authorization: `Bearer ${READ}` })).status).toBe(200);
    expect((await server.get('/drivers/review')).status).toBe(401);
  },
);

it.each([{}, { captures: 'a' }, { captures: [''] }, { captures: [], note: 7 }])(
  'an approval of captures refuses the body %j',
  async (body) => {
    const server = await testServer();
    const response = await fetch(`${server.address}/drivers/review/approve`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(422);
  },
);
