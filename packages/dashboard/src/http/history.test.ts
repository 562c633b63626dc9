import { afterEach, expect, it } from 'vitest';
import { stopServers, testServer } from '../testing/test-server.ts';

afterEach(stopServers);

interface Page {
  items: { n: number; service: string | null }[];
  total: number;
  complete: boolean;
  cursor: string | null;
  meta: { seq: number; headline: string }[];
}

it('GET /history/events lists events that have left the ring, in pages, and DELETE /events removes them', async () => {
  const { post, get, address } = await testServer({ ring: 3 });
  for (let n = 1; n <= 12; n++) {
    await post(
      JSON.stringify({ type: n % 2 === 0 ? 'PASS' : 'REGRESSION', service: 'shop', n, reason: `Error: no ${n}` }),
    );
  }
  const page = async (query: string): Promise<Page> => {
    const answer = await get(`/history/events?${query}`);
    expect(answer.status).toBe(200);
    const { items, total, complete, cursor, meta }: Page = JSON.parse(await answer.text());
    return { items, total, complete, cursor, meta };
  };
  const first = await page('limit=5&service=shop');
  expect(first.items.map(({ n }) => n)).toEqual([12, 11, 10, 9, 8]);
  expect(first).toMatchObject({
    total: 5,
    complete: true,
    meta: [{ seq: 12, headline: 'Error: no 12' }, {}, {}, {}, {}],
  });
  const second = await page(`limit=50&service=shop&cursor=${first.cursor}`);
  expect(second.items.map(({ n }) => n)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(second.cursor).toBeNull();
  expect((await page('type=REGRESSION&q=NO%201')).items.map(({ n }) => n)).toEqual([11, 1]);
  expect(await (await get('/events/raw/2')).json()).toMatchObject({ n: 2 });
  expect((await get('/history/events?cursor=x')).status).toBe(422);
  expect(await (await get('/metrics')).text()).toMatch(/dashboard_history_bytes [1-9]/);
  await fetch(`${address}/events`, { method: 'DELETE' });
  expect(await page('')).toMatchObject({ items: [], cursor: null });
});

it('a search of GET /events that stops early has a cursor that continues it', async () => {
  const { post, get } = await testServer();
  const filler = 'x'.repeat(60_000);
  await post(JSON.stringify({ type: 'PASS', service: 'oldest', reason: 'needle' }));
  for (let n = 1; n <= 150; n++) await post(JSON.stringify({ type: 'PASS', service: 'shop', reason: filler }));
  const search = async (cursor: string): Promise<Page> =>
    JSON.parse(await (await get(`/events?q=needle${cursor}`)).text());
  const first = await search('');
  expect(first).toMatchObject({ items: [], complete: false });
  const second = await search(`&cursor=${first.cursor}`);
  expect(second.items.map(({ service }) => service)).toEqual(['oldest']);
  expect(second.cursor).toBeNull();
});
