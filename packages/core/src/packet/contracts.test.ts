import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIndex } from '#index/reader.ts';
import { evidenceOf, type PacketFixture, packetFixture } from './packet-fixture.ts';

const code = `export class Prices {
  total(items, rate) {
    let sum = 0;
    for (const item of items) sum += item.price * item.count * rate;
    if (Number.isNaN(sum)) throw new Error('no price');
    return Math.round(sum * 100) / 100;
  }
}
`;

const contract = (scope: string, more: object = {}) => ({ scope, intent: `Covers ${scope}.`, ...more });

const MANIFEST = {
  contracts: [
    contract('project', { id: 'all', forbid: ['eval'] }),
    contract('module:src/**', { effect: [] }),
    contract('module:lib/**'),
    contract('class:Prices', { forbid: ['call:Number.*', 'no surprises'], require: ['call:Math.round', 'acyclic:'] }),
    contract('method:Prices.total', { intent: 'Adds. password = "hunter2hunter2"' }),
    contract('method:Prices.other'),
    contract('the checkout'),
  ],
  files: {
    'src/prices.js': [contract('file'), contract('function:total')],
    'src/other.js': [contract('file')],
  },
};

let fixture: PacketFixture;
beforeAll(async () => {
  fixture = await packetFixture({
    'shop/package.json': '{}',
    'shop/contracts.json': JSON.stringify(MANIFEST),
    'shop/src/prices.js': code,
    'admin/package.json': '{}',
    'admin/src/prices.js': code,
    'broken/package.json': '{}',
    'broken/contracts.yaml': 'contracts: 1\n',
    'broken/src/prices.js': code,
    'two/package.json': '{}',
    'two/contracts.json': JSON.stringify(MANIFEST),
    'two/contracts.yaml': 'contracts: []\n',
    'two/src/prices.js': code,
  });
}, 60_000);
afterAll(() => fixture.indexed.remove());

function evidence(params: object = {}): ContextEvidenceV1 {
  const [group_id] = fixture.groups({ kind: 'function-body', contained: true });
  return evidenceOf(fixture.packet({ group_id, ...params }));
}

test('a manifest is indexed although the profile excludes it', () => {
  const excluded = JSON.stringify(fixture.ask('exclusions', { project: 'shop' }));
  expect(excluded).toContain('contracts.json');
});

test('contracts that cover an occurrence are in the packet, the most precise ones first', () => {
  const { contracts, evidence: occurrences, files } = evidence();
  expect(contracts.map(({ id, scope }) => [id, scope])).toEqual([
    ['C1', 'method:Prices.total'],
    ['C2', 'class:Prices'],
    ['C3', 'file'],
    ['C4', 'module:src/**'],
    ['C5', 'project'],
  ]);
  const shop = occurrences.find(({ file }) => files.find(({ id }) => id === file)?.project === 'shop');
  for (const { evidence_ids, manifest } of contracts) {
    expect(evidence_ids).toEqual([shop?.id]);
    expect(files.find(({ id }) => id === manifest)).toMatchObject({ project: 'shop', path: 'contracts.json' });
  }
  expect(contracts[4]).toMatchObject({ name: 'all', pointer: '/contracts/0', forbid: ['eval'], require: [] });
  expect(contracts[4]).not.toHaveProperty('effect');
  expect(contracts[3]?.effect).toEqual([]);
  expect(contracts[2]?.pointer).toBe('/files/src~1prices.js/0');
});

test('strings of a contract that look like secrets are redacted', () => {
  const { contracts } = evidence();
  expect(contracts[0]?.intent).toBe('Adds. password = "[redacted: assigned-secret]"');
});

test('the state of each manifest is known; only one that was read gives contracts', () => {
  const { projects } = evidence();
  expect(Object.fromEntries(projects.map(({ project, manifest }) => [project, manifest]))).toEqual({
    admin: 'none',
    broken: 'invalid',
    shop: 'read',
    two: 'ambiguous',
  });
});

test('contracts that do not fit are counted', () => {
  const [group_id] = fixture.groups({ kind: 'function-body', contained: true });
  const complete = fixture.packet({ group_id });
  expect(complete.omitted.contracts).toBe(0);
  const counts = [1, 500, 1000, 1500].map((less) => {
    const packet = fixture.packet({ group_id, max_chars: complete.chars - less });
    return evidenceOf(packet).contracts.length + packet.omitted.contracts;
  });
  expect(counts).toEqual([5, 5, 5, 5]);
});

test('an edited manifest changes the snapshot id', async () => {
  const [group_id] = fixture.groups();
  const before = fixture.packet({ group_id }).snapshot_id;
  const { contracts } = MANIFEST;
  await fixture.indexed.reindex({ 'shop/contracts.json': JSON.stringify({ contracts }) });
  // The reader has the earlier state open; a new one reads the new file.
  const reader = await openIndex(fixture.indexed.db);
  expect(reader.read(({ id }) => id)).not.toBe(before);
  reader.close();
});

test('rules have verdicts on the indexed code: places, reasons, and none for a text for people', () => {
  const { contracts } = evidence();
  expect(contracts.map(({ scope, verdicts }) => [scope, verdicts])).toEqual([
    ['method:Prices.total', undefined],
    [
      'class:Prices',
      [
        { list: 'forbid', rule: 'call:Number.*', status: 'violated', places: ['src/prices.js:5 Number.isNaN'] },
        { list: 'require', rule: 'call:Math.round', status: 'holds' },
      ],
    ],
    ['file', undefined],
    ['module:src/**', undefined],
    ['project', [{ list: 'forbid', rule: 'eval', status: 'holds' }]],
  ]);
});
