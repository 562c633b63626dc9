import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { evidenceOf, type PacketFixture, packetFixture } from './packet-fixture.ts';
import { checkProposal } from './proposal/check-proposal.ts';
import { readPacket } from './proposal/read-packet.ts';
import { replyTo } from './proposal/reply-fixture.ts';

/** A function of one project, edited in the other one. */
const report = (rate: string, extra: string): string => `import { log } from './log.js';

export function report(items, rate) {
  let total = 0;
  const lines = [];
  for (const item of items) {
    if (item.hidden) continue;
    total += item.price * ${rate};
    lines.push(item.name + ': ' + item.price.toFixed(2));
${extra}  }
  log('total', total);
  if (lines.length === 0) throw new Error('nothing to report');
  return lines.join('\\n') + total.toFixed(2);
}
`;

const block = (name: string, before: string): string => `export function ${name}(order, user) {
${before}  const address = user.addresses.find((it) => it.isDefault) ?? user.addresses[0];
  if (address === undefined) throw new Error('no address of ' + user.name);
  for (const line of order.lines) {
    if (line.count > 0) address.parcels.push({ item: line.item, weight: line.weight * line.count });
  }
  address.updated = order.date;
  return ${name}Of(address);
}
`;

const shape = (unit: string, extra: string): string => `class Shape:
    def __init__(self, points, name):
        self.points = [point for point in points if point is not None]
        self.name = name or "unnamed"

    def area(self):
        total = 0
        for (ax, ay), (bx, by) in zip(self.points, self.points[1:]):
            total += ax * by - bx * ay
        return abs(total) / ${unit}

    def describe(self):
        if not self.points:
            return "empty"
        return self.name + ": " + str(self.area()) + " square metres"
${extra}`;

const order = (rate: string, extra: string): string => `export interface Order {
  readonly id: string;
  customer: { name: string; address: string; country: 'PL' | 'DE' };
  lines: readonly { item: string; price: number; rate: ${rate} }[];
  state: 'open' | 'paid' | 'sent';
${extra}  total(currency: string): number;
}
`;

const parcel = (
  name: string,
  it: string,
  count: string,
  before: string,
): string => `export function ${name}(${it}, user) {
${before}  const place = user.places.find((one) => one.isUsed) ?? user.places[1];
  if (place === undefined) return null;
  for (const row of ${it}.rows) {
    if (row.${count} > 0) place.parts.push({ item: row.item, size: row.size * row.${count} });
  }
  place.changed = ${it}.day;
}
`;

const circle = (bases: string): string => `from web_shapes.base import Base

class Circle(${bases}):
    def area(self):
        total = 0
        for x, y in self.points:
            total += (x * x + y * y) ** 0.5 * self.scale
        return total / len(self.points) if self.points else 0
`;

const FILES = {
  'web/package.json': '{"name": "web"}',
  'web/index.js': 'export const one = 1;\n',
  'web/src/parcel.js': parcel('parcel', 'order', 'count', '  audit(order);\n'),
  'web/src/circle.py': circle('Base'),
  'api/lib/parcel.js': parcel('pack', 'box', 'pieces', '  while (box.isOpen) box.close(user);\n'),
  'api/lib/circle.py': circle('mixins.Sized, Base'),
  'api/lib/one.js': "import { one } from 'web';\nexport const two = one + 1;\n",
  'web/src/report.js': report('rate', ''),
  'web/src/ship.js': block('ship', '  const started = Date.now();\n  audit(order, started);\n'),
  'web/src/order.ts': order('number', ''),
  'web/src/shape.py': shape('2', '    unit = "mm"\n'),
  'api/package.json': '{}',
  'api/lib/report.js': report('0.19', "    log('line', lines.length);\n"),
  'api/lib/send.js': block('send', '  while (order.isOpen) order.close(user);\n'),
  'api/lib/order.ts': order('string', '  note?: string;\n'),
  'api/lib/shape.py': shape('200', '\n    def count(self):\n        return len(self.points)\n'),
};

let fixture: PacketFixture;
beforeAll(async () => {
  fixture = await packetFixture(FILES, { scan: { kinds: [...GROUP_KINDS] } });
}, 60_000);
afterAll(() => fixture.indexed.remove());

/** The evidence about the first group of a kind with an occurrence of that name. */
function evidenceOfGroup(kind: string, name: string): ContextEvidenceV1 {
  const found = fixture
    .groups({ kind, contained: true })
    .map((group_id) => evidenceOf(fixture.packet({ group_id })))
    .find(({ evidence }) => evidence.some((its) => its.name === name));
  if (found === undefined) throw new Error(`no ${kind} group of ${name}`);
  return found;
}

test('copies of a near group have their aligned changes from the first one', () => {
  const { evidence, groups } = evidenceOfGroup('near', 'report');
  expect(groups[0]?.kind).toBe('near');
  const [first, second] = evidence;
  expect(first).not.toHaveProperty('changes');
  expect(first).toMatchObject({ name: 'report', start_line: 3, end_line: 15, similarity: 1000 });
  expect(second?.match).toBe('edited');
  expect(second?.similarity).toBeLessThan(1000);
  expect(second?.changes).toEqual({
    items: [
      { id: 'D1', line: 8, own_line: 8, removed: '0.19', added: 'rate' },
      { id: 'D2', line: 10, own_line: 9, removed: 'log "line" lines length', added: '' },
    ],
    omitted: 0,
  });
});

test('each copy of a near group has its own control structure', () => {
  const control = evidenceOfGroup('near', 'report').evidence.map(({ details }) => details?.control?.items);
  const common = [
    { kind: 'loop', depth: 0 },
    { kind: 'condition', depth: 1 },
  ];
  expect(control).toMatchObject([
    [...common, { kind: 'condition', line: 13 }, { kind: 'raise', line: 13, depth: 1 }, { kind: 'return', line: 14 }],
    [...common, { kind: 'condition', line: 12 }, { kind: 'raise', line: 12, depth: 1 }, { kind: 'return', line: 13 }],
  ]);
});

test('changes of a class are those of its methods and of its other members', () => {
  const [first, second] = evidenceOfGroup('near', 'Shape').evidence;
  expect(first?.kind).toBe('class');
  const texts = second?.changes?.items.map(({ removed, added }) => [removed, added]);
  expect(texts).toEqual([
    ['200', '2'],
    ['count def ( self ) : return len ( self . points )', 'unit = mm'],
  ]);
});

test('similar interfaces have their changes', () => {
  const [first, second] = evidenceOfGroup('near', 'Order').evidence;
  expect(first?.kind).toBe('interface');
  expect(first).not.toHaveProperty('changes');
  expect(second?.changes).toEqual({
    items: [
      { id: 'D1', line: 4, own_line: 4, removed: 'string', added: 'number' },
      { id: 'D2', line: 6, own_line: 5, removed: 'true note string', added: '' },
    ],
    omitted: 0,
  });
});

test('the control structure of a class is that of its methods', () => {
  const [first] = evidenceOfGroup('near', 'Shape').evidence;
  expect(first?.details?.control?.items.map(({ kind, line }) => `${kind} ${line}`)).toEqual([
    'loop 3',
    'condition 3',
    'loop 8',
    'return 10',
    'condition 13',
    'return 14',
    'return 15',
    'return 18',
  ]);
});

test('an occurrence of a block has its lines, its declaration and the control structure in it', () => {
  const { evidence } = evidenceOfGroup('block', 'ship');
  const ship = evidence.find(({ name }) => name === 'ship');
  const send = evidence.find(({ name }) => name === 'send');
  expect(ship).toMatchObject({ start_line: 4, end_line: 9, declaration: { start_line: 1, end_line: 11 } });
  expect(send).toMatchObject({ start_line: 3, end_line: 8, declaration: { start_line: 1, end_line: 10 } });
  const [first, ...others] = evidence;
  // The loop above the block is not in it.
  expect(first?.details?.control?.items.map(({ kind, depth }) => [kind, depth])).toEqual([
    ['condition', 0],
    ['raise', 1],
    ['loop', 0],
    ['condition', 1],
  ]);
  for (const { details } of others) expect(details).not.toHaveProperty('control');
  expect(evidence.some(({ changes }) => changes !== undefined)).toBe(false);
});

test('blocks that are identical up to renaming have their changes in the lines of the block', () => {
  const [first, second] = evidenceOfGroup('block-shape', 'parcel').evidence;
  expect(first).not.toHaveProperty('changes');
  const texts = second?.changes?.items.map(({ id, removed, added }) => [id, removed, added]);
  expect(texts).toEqual([
    ['D1', 'box', 'order'],
    ['D2', 'pieces', 'count'],
  ]);
});

test('a model can name the changes of similar copies as the differences that parameters replace', () => {
  const group_id = fixture
    .groups({ kind: 'near', contained: true })
    .find((id) => evidenceOf(fixture.packet({ group_id: id })).evidence.some(({ name }) => name === 'report'));
  const packet = readPacket(JSON.stringify(fixture.packet({ group_id })), 'packet.json');
  const reply = replyTo(packet.evidence, packet.sha256);
  const parameter = { name: 'rate', difference_id: 'D1', description: 'The rate.' };
  const check = (id: string) =>
    checkProposal(packet, JSON.stringify({ ...reply, parameters: [{ ...parameter, difference_id: id }] })).problems;
  expect(check('D2')).toEqual([]);
  expect(check('D3')).toMatchObject([{ code: 'unknown_difference' }]);
  expect(JSON.stringify(fixture.packet({ group_id }).reply_schema)).toContain('["D1","D2",null]');
});

test('a method has the bases of its class, and a project those that it imports', () => {
  const { evidence, projects } = evidenceOfGroup('function-body', 'Circle.area');
  expect(evidence.map(({ details }) => details?.bases)).toEqual([
    [
      { kind: 'extends', name: 'mixins.Sized' },
      { kind: 'extends', name: 'Base' },
    ],
    [{ kind: 'extends', name: 'Base' }],
  ]);
  expect(projects.map(({ project, imports }) => [project, imports])).toEqual([
    ['api', [{ project: 'web', files: 1 }]],
    ['web', undefined],
  ]);
});

test('the source of a block is its lines only', async () => {
  const { groups } = evidenceOfGroup('block', 'ship');
  const { evidence } = evidenceOf(await fixture.quoted({ group_id: groups[0]?.group_id }));
  for (const { source } of evidence) {
    expect(source?.status).toBe('shown');
    expect(source?.text).toMatch(/^ {2}const address = /);
    expect(source?.text).toMatch(/address.updated = order.date;$/);
  }
});

test('changes that do not fit are counted', () => {
  const group_id = fixture
    .groups({ kind: 'near', contained: true })
    .find((id) => evidenceOf(fixture.packet({ group_id: id })).evidence.some(({ name }) => name === 'report'));
  const complete = fixture.packet({ group_id });
  expect(complete.omitted.changes).toBe(0);
  // It is the last part by rank.
  expect(fixture.packet({ group_id, max_chars: complete.chars - 1 }).omitted.changes).toBe(1);
});

describe.skipIf(NATIVE_MISSING !== undefined)(`an index of the native engine${NATIVE_MISSING ?? ''}`, () => {
  test('gives the same packets of all kinds, byte by byte', { timeout: 60_000 }, async () => {
    const engine = createNativeEngine({ jobs: 1, tokens: true, file: BUILT_HERE });
    for (const [files, portable] of [
      [FILES, fixture],
      [undefined, await packetFixture(undefined, { scan: { kinds: [...GROUP_KINDS] } })],
    ] as const) {
      const native = await packetFixture(files, { engine, scan: { kinds: [...GROUP_KINDS] } });
      const ids = portable.groups({ contained: true, limit: 200 });
      expect(ids.length).toBeGreaterThan(3);
      expect(native.groups({ contained: true, limit: 200 })).toEqual(ids);
      for (const group_id of ids) {
        expect(JSON.stringify(native.packet({ group_id }))).toBe(JSON.stringify(portable.packet({ group_id })));
      }
      const packetWithSource = JSON.stringify(await native.quoted({ group_ids: ids.slice(0, 5) }));
      expect(packetWithSource).toBe(JSON.stringify(await portable.quoted({ group_ids: ids.slice(0, 5) })));
      native.indexed.remove();
      if (portable !== fixture) portable.indexed.remove();
    }
    await engine.close();
  });
});
