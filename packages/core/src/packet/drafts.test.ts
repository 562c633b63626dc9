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
