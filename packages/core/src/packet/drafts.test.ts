import { beforeAll, expect, test } from 'vitest';
import { SHOP } from '#drafts/fixture.ts';
import { draftWriter } from '#drafts/packet-draft.ts';
import { engineOfThisProcess } from '#index/fixture.ts';
import type { Engine } from '#parse/engine.ts';
import { evidenceOf, packetFixture } from './packet-fixture.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

test('a packet with source has the function that the copies share, within the limit', async () => {
  const { groups, packet, quoted } = await packetFixture({ 'p/shop.py': SHOP }, { scan: {} });
  const [group_id = ''] = groups();
  const write = draftWriter(engine);
  const complete = await quoted({ group_id }, write);
  expect(evidenceOf(complete).groups[0]?.draft).toMatchObject({
    status: 'draft',
    copies: 2,
    lines_saved: 2,
    function: { name: '_total', path: 'p/shop.py', form: 'function', text: expect.stringContaining('def _total(') },
    parameters: [{ name: 'limit', kind: 'literal', values: ['3', '90'] }],
  });
  expect(complete.omitted.drafts).toBe(0);
  expect(evidenceOf(packet({ group_id })).groups[0]).not.toHaveProperty('draft');
  const least = packet({ group_id }).chars;
  const small = await quoted({ group_id, max_chars: least - 100 }, write);
  expect(small.omitted.drafts).toBe(1);
});

const around = (name: string, before: string) => `def ${name}(rows, store):
${before}
    total = 0
    for row in rows:
        total += row.price * row.amount
        store.put(row.key, total)
        store.flush()
        print(row.key, row.price, row.amount)
    store.close(total)
    print(total, len(rows))
    return total
`;

test('a packet with source has the function that blocks in functions share', async () => {
  const source = `${around('sell', '    store.open("sell")\n    rows = rows.sorted()')}\n\n${around('buy', '    if store.isClosed:\n        return None\n    while store.next():\n        store.skip()')}`;
  const { groups, quoted } = await packetFixture({ 'p/shop.py': source }, { scan: { kinds: ['block'] } });
  const [group_id = ''] = groups({ kind: 'block' });
  const { groups: its } = evidenceOf(await quoted({ group_id }, draftWriter(engine)));
  expect(its[0]?.draft).toMatchObject({
    status: 'draft',
    copies: 2,
    function: { path: 'p/shop.py', form: 'function', text: expect.stringContaining('for row in rows:') },
  });
});
