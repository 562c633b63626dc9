import { accepts } from '@analyzer/contracts/grammar/oracle/match';
import { readGrammar } from '@analyzer/contracts/grammar/oracle/read';
import { loadXGrammar } from '@analyzer/contracts/grammar/oracle/xgrammar';
import type { ContextData } from '@analyzer/contracts/query/context.data';
import { validate as isPacket } from '@analyzer/contracts/query/context.data/validate';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { fitContext } from './fit.ts';
import { gatherDraft } from './gather.ts';
import { evidenceOf, manyCopies, type PacketFixture, packetFixture } from './packet-fixture.ts';
import { replyTo } from './proposal/reply-fixture.ts';

let small: PacketFixture;
let large: PacketFixture;

beforeAll(async () => {
  small = await packetFixture();
  large = await packetFixture(manyCopies(7, 6));
}, 60_000);
afterAll(() => {
  small.indexed.remove();
  large.indexed.remove();
});

const charactersIn = ({ messages }: ContextData): number =>
  messages.reduce((sum, { content }) => sum + Array.from(content).length, 0);

test('a packet of every group is valid and complete, and always has the same bytes', async () => {
  const ids = small.groups({ contained: true });
  const packets = ids.map((group_id) => small.packet({ group_id }));
  for (const packet of packets) {
    expect(isPacket(packet), JSON.stringify(isPacket.errors)).toBe(true);
    expect(packet.chars).toBe(charactersIn(packet));
    expect(packet.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    const { groups, evidence, files } = evidenceOf(packet);
    expect(evidence.map(({ id }) => id)).toEqual(groups[0]?.evidence_ids);
    expect(new Set(files.map(({ path, project }) => `${project}/${path}`)).size).toBe(files.length);
    expect(JSON.stringify(packet)).not.toContain(small.indexed.db.split('/').slice(0, -1).join('/'));
  }
  expect(ids.map((group_id) => small.packet({ group_id }))).toEqual(packets);
  const golden = '../../../../fixtures/packet/packets.json';
  // Both change with the format of the index.
  const text = packets.map((packet) =>
    JSON.stringify(packet, null, 1)
      .replaceAll(packet.snapshot_id, '<snapshot>')
      .replaceAll(packet.packet_sha256, '<digest>'),
  );
  await expect(`[${text.join(',\n')}]\n`).toMatchFileSnapshot(golden);
});

test('occurrences alternate between groups and projects, and omitted ones are counted', () => {
  const ids = small.groups({ kind: 'function-body' }).slice(0, 3);
  const { groups, evidence, files } = evidenceOf(small.packet({ group_ids: ids }));
  expect(groups.map(({ group_id }) => group_id)).toEqual(ids);
  const groupOf = (id: string) => groups.findIndex(({ evidence_ids: its }) => its.includes(id));
  expect(evidence.slice(0, 6).map(({ id }) => groupOf(id))).toEqual([0, 1, 2, 0, 1, 2]);
  const [group_id = ''] = large.groups();
  const packet = large.packet({ group_id, max_chars: 9000 });
  const shown = evidenceOf(packet);
  const projects = shown.evidence.map(({ file }) => shown.files.find(({ id }) => id === file)?.project);
  expect(new Set(projects.slice(0, 7)).size).toBe(Math.min(7, projects.length));
  expect(packet.omitted.occurrences).toBe((shown.groups[0]?.occurrences ?? 0) - shown.evidence.length);
  expect(packet.omitted.occurrences).toBeGreaterThan(0);
  expect(files.length).toBeGreaterThan(0);
});

test('licence files above the occurrences are named', () => {
  const [group_id = ''] = large.groups();
  const { projects, files } = evidenceOf(large.packet({ group_id }));
  for (const { context_files: ids } of projects) {
    expect(ids.map((id) => files.find((file) => file.id === id)?.path)).toEqual(['LICENSE']);
  }
});

describe('max_chars', () => {
  const draft = () => {
    const [group_id = ''] = large.groups();
    const id = large.indexed.reader.read((snapshot) =>
      snapshot.first('SELECT id FROM group_detail WHERE hex(key) = upper(?)', [group_id.slice(2)], (row) =>
        row.integer('id'),
      ),
    );
    return large.indexed.reader.read((snapshot) => gatherDraft(snapshot, [id ?? 0], 1_000_000));
  };

  test('is never exceeded', { timeout: 120_000 }, () => {
    const all = draft();
    const most = fitContext(all, { maxChars: 1_000_000, limits: {} }).chars;
    expect(fitContext(all, { maxChars: most, limits: {} }).omitted.details).toBe(0);
    const least = leastOf(() => fitContext(all, { maxChars: 1, limits: {} }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: most + 100 }), (maxChars) => {
        if (maxChars < least) {
          expect(() => fitContext(all, { maxChars, limits: {} })).toThrow(`at least ${least}`);
          return;
        }
        const packet = fitContext(all, { maxChars, limits: {} });
        expect(packet.chars).toBeLessThanOrEqual(maxChars);
        expect(packet.chars).toBe(charactersIn(packet));
      }),
      { numRuns: searchRuns(2000) },
    );
  });

  test('has an exact least value, which the error names', () => {
    const [group_id = ''] = large.groups();
    const outcome = large.ask('context', { group_id, max_chars: 10 });
    const { code, errors, message } = 'error' in outcome ? outcome.error : Object({});
    expect({ code, errors }).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/params/max_chars', code: 'out_of_range' }],
    });
    const least = Number(/at least (\d+)/.exec(message)?.[1]);
    expect(large.packet({ group_id, max_chars: least }).chars).toBe(least);
    expect(large.packet({ group_id, max_chars: least + 1 }).chars).toBeLessThanOrEqual(least + 1);
    expect(large.ask('context', { group_id, max_chars: least - 1 })).toHaveProperty('error');
  });
});

function leastOf(attempt: () => unknown): number {
  try {
    attempt();
  } catch (error) {
    return Number(/at least (\d+)/.exec(String(error))?.[1]);
  }
  throw new Error('the limit was not too small');
}

test('schema and grammar of the answer accept the ids of the packet only, also in XGrammar', async () => {
  const { Grammar, Testings } = loadXGrammar();
  const ids = small.groups({ kind: 'function-shape' }).slice(0, 2);
  const packet = small.packet({ group_ids: ids });
  const validate = new Ajv2020({ strict: false }).compile(packet.reply_schema);
  const ours = readGrammar(packet.grammar);
  const theirs = await Grammar.fromEBNF(packet.grammar);
  const reply = replyTo(evidenceOf(packet), packet.packet_sha256);
  const changed = [
    { ...reply, evidence_ids: ['E1', 'E999'] },
    { ...reply, group_id: `g_${'0'.repeat(20)}` },
    { ...reply, packet_sha256: '0'.repeat(64) },
    { ...reply, snapshot_id: '0'.repeat(64) },
    { ...reply, decision: 'rewrite' },
    { ...reply, claims: reply.claims.map((claim) => ({ ...claim, quote: 'x' })) },
    { ...reply, parameters: [{ name: 'a', difference_id: 'D999', description: 'a' }] },
    { ...reply, confidence: 'certain' },
  ];
  for (const [answer, expected] of [[reply, true], ...changed.map((one) => [one, false])] as const) {
    const text = JSON.stringify(answer);
    expect(validate(answer), text).toBe(expected);
    expect(accepts(ours, text), text).toBe(expected);
    expect(await Testings.isGrammarAcceptString(theirs, text), text).toBe(expected);
  }
}, 60_000);
