import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import type { ProposalV1 } from '@analyzer/contracts/analyzer.proposal.v1';
import type { ProposalCheckV1 } from '@analyzer/contracts/analyzer.proposal-check.v1';
import { validate as isCheck } from '@analyzer/contracts/analyzer.proposal-check.v1/validate';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import { sha256 } from '../digest.ts';
import { manyCopies, type PacketFixture, packetFixture } from '../packet-fixture.ts';
import { checkProposal } from './check-proposal.ts';
import { indexState } from './index-state.ts';
import { type ReadPacket, readPacket } from './read-packet.ts';
import { repliesTo, replyTo } from './reply-fixture.ts';

const DEEP = '['.repeat(200_000) + ']'.repeat(200_000);

let fixture: PacketFixture;
let packet: ReadPacket;
let text: string;
/** Of the same groups, without source. */
let bare: ReadPacket;

beforeAll(async () => {
  fixture = await packetFixture({
    ...manyCopies(4, 2),
    'p0/src/other.js': 'export function other(a, b) { return a.map((x) => x.id === b && x.open).length + b.size; }\n',
    'p1/src/other.js': 'export function other(a, b) { return a.map((x) => x.id === b && x.open).length + b.size; }\n',
  });
  const params = { group_ids: fixture.groups().slice(0, 2) };
  bare = readPacket(JSON.stringify(fixture.packet(params)), 'packet.json');
  text = JSON.stringify(await fixture.quoted(params));
  packet = readPacket(text, 'packet.json');
}, 60_000);
afterAll(() => fixture.indexed.remove());

function check(proposal: unknown): ProposalCheckV1 {
  const result = checkProposal(packet, JSON.stringify(proposal));
  expect(isCheck(result), JSON.stringify(isCheck.errors)).toBe(true);
  expect(result.accepted).toBe(result.problems.length === 0);
  expect(result.feedback === null).toBe(result.accepted);
  return result;
}

const codesOf = (proposal: unknown) => check(proposal).problems.map(({ code }) => code);
const reply = (): ProposalV1 => replyTo(packet.evidence, packet.sha256);
const otherGroup = (): ContextEvidenceV1['groups'][number] => {
  const group = packet.evidence.groups[1];
  if (group === undefined) throw new Error('the packet has one group');
  return group;
};

test('500 valid proposals are accepted, with claims supported if they have a quote', () => {
  expect(packet.evidence.evidence.map(({ source }) => source?.status)).toContain('shown');
  fc.assert(
    fc.property(repliesTo(packet.evidence, packet.sha256), (proposal) => {
      const { problems, claims } = check(proposal);
      expect(problems, JSON.stringify(proposal)).toEqual([]);
      const verdicts = proposal.claims.map(({ quote }) => (quote === null ? 'unchecked' : 'supported'));
      expect(claims.map(({ verdict }) => verdict)).toEqual(verdicts);
    }),
    { numRuns: searchRuns(500) },
  );
});

/** Every kind of wrong answer, as a change of a valid one. */
const MUTATIONS: Record<string, (proposal: ProposalV1, pick: number) => unknown> = {
  'an unknown evidence id': (proposal) => ({ ...proposal, evidence_ids: [...proposal.evidence_ids, 'E999'] }),
  'an unknown evidence id of a claim': (proposal) => ({
    ...proposal,
    claims: proposal.claims.map((claim) => ({ ...claim, evidence_ids: ['E998'] })),
  }),
  'evidence of the other group': (proposal) => {
    const { groups } = packet.evidence;
    const other = groups.find(({ group_id }) => group_id !== proposal.group_id)?.evidence_ids ?? [];
    return { ...proposal, evidence_ids: [...proposal.evidence_ids.slice(0, 1), ...other.slice(0, 1)] };
  },
  'the other group': (proposal) => {
    const { groups } = packet.evidence;
    return { ...proposal, group_id: groups.find(({ group_id }) => group_id !== proposal.group_id)?.group_id };
  },
  'an unknown group': (proposal) => ({ ...proposal, group_id: `g_${'0'.repeat(20)}` }),
  'an occurrence cited twice': ({ evidence_ids: [id = ''], ...proposal }) => ({ ...proposal, evidence_ids: [id, id] }),
  'a stale snapshot': (proposal) => ({ ...proposal, snapshot_id: proposal.snapshot_id.replace(/^./, flipped) }),
  'another packet': (proposal) => ({ ...proposal, packet_sha256: proposal.packet_sha256.replace(/.$/, flipped) }),
  'another decision': (proposal, pick) => {
    const others = (['extract_library', 'parameterize', 'keep_local', 'needs_review'] as const).filter(
      (decision) => decision !== proposal.decision,
    );
    return { ...proposal, decision: others[pick % others.length] };
  },
  'a foreign path in a claim': (proposal, pick) => ({
    ...proposal,
    claims: proposal.claims.map((claim) => ({ ...claim, text: `See ${FOREIGN[pick % FOREIGN.length]}.` })),
  }),
  'a foreign path in a test': (proposal, pick) => ({ ...proposal, tests: [`Run ${FOREIGN[pick % FOREIGN.length]}`] }),
  'an unknown id in a text': (proposal) => ({ ...proposal, rationale: ['E77 is the best copy.'] }),
  'an unknown difference': (proposal) => ({
    ...proposal,
    parameters: [{ name: 'a', difference_id: 'D999', description: 'A value.' }],
  }),
  'a quote with another character': (proposal, pick) => ({
    ...proposal,
    claims: proposal.claims.map((claim) => {
      const source = sourceOf(claim.evidence_ids[0]);
      const start = pick % (source.length - 20);
      const at = start + (pick % 20);
      return { ...claim, quote: `${source.slice(start, at)}§${source.slice(at + 1, start + 20)}` };
    }),
  }),
  'a quote with parts of two lines': (proposal, pick) => ({
    ...proposal,
    claims: proposal.claims.map((claim) => {
      const lines = sourceOf(claim.evidence_ids[0]).split('\n');
      return { ...claim, quote: `${lines[pick % 3]}\n${lines[(pick % 3) + 2]}` };
    }),
  }),
  'a quote that only one of the cited occurrences has': (proposal) => ({
    ...proposal,
    claims: proposal.claims.map((claim) => {
      const [first = '', second = ''] =
        packet.evidence.groups.find((one) => one.group_id === proposal.group_id)?.evidence_ids ?? [];
      const other = sourceOf(second);
      const quote =
        sourceOf(first)
          .split('\n')
          .find((line) => line !== '' && !other.includes(line)) ?? 'no such line';
      return { ...claim, evidence_ids: [first, second], quote };
    }),
  }),
  'an invisible character': (proposal, pick) => ({
    ...proposal,
    rationale: [`It is short${['\u202e', '\u200b', '\u2066', '\ufeff'][pick % 4]}.`],
  }),
  'another version': (proposal) => ({ ...proposal, schema: 'analyzer.proposal.v2' }),
  'an additional property': (proposal) => ({ ...proposal, run: 'rm -rf .' }),
  'a missing property': ({ claims: _, ...proposal }) => proposal,
};

const sourceOf = (id: string | undefined): string =>
  packet.evidence.evidence.find((item) => item.id === id)?.source?.text ?? '';

const FOREIGN = [
  ...['src/secret.js', 'p9/src/c0.js', '/etc/passwd', '../other/x.js', 'https://example.com/x', 'C:\\x\\y.js'],
  ...['www.example.com', 'example.com/x', 'lib/c0.js', 'src/c0.jsx', 'src/deep/c0.js', 'setup.py', '~/.ssh/id_rsa'],
];

function flipped(digit: string): string {
  return digit === '0' ? '1' : '0';
}

describe('a proposal is refused with', () => {
  test.each(Object.entries(MUTATIONS))('%s', (_, mutate) => {
    fc.assert(
      fc.property(repliesTo(packet.evidence, packet.sha256), fc.nat(), (proposal, pick) => {
        const changed = mutate(proposal, pick);
        expect(check(changed).accepted, JSON.stringify(changed)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('a code and a pointer for each problem', () => {
    const [id = ''] = otherGroup().evidence_ids;
    const { problems, claims } = check({
      ...reply(),
      evidence_ids: ['E1', 'E99', id],
      claims: [{ text: 'See src/none.js', evidence_ids: ['E1'], quote: null }],
    });
    expect(problems.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/evidence_ids/1 unknown_evidence',
      '/evidence_ids/2 evidence_of_other_group',
      '/evidence_ids too_few_occurrences',
      '/claims/0/text unknown_path',
    ]);
    expect(claims).toEqual([{ claim: 0, verdict: 'unsupported' }]);
    expect(codesOf({ ...reply(), snapshot_id: '0'.repeat(64) })).toEqual(['stale_snapshot']);
    expect(check({ ...reply(), snapshot_id: '0'.repeat(64) }).claims).toEqual([{ claim: 0, verdict: 'stale' }]);
  });

  test('the values that a property may have', () => {
    const { problems } = check({ ...reply(), confidence: 'sure' });
    expect(problems).toMatchObject([{ pointer: '/confidence', message: 'must be medium or high' }]);
    const undecided = { ...reply(), decision: 'needs_review', parameters: [], confidence: 'high' };
    expect(check(undecided).problems).toMatchObject([{ pointer: '/confidence', message: 'must be low' }]);
  });

  test('a quote if the packet has no source', () => {
    const proposal = replyTo(bare.evidence, bare.sha256);
    expect(checkProposal(bare, JSON.stringify(proposal)).problems).toEqual([]);
    const claims = proposal.claims.map((claim) => ({ ...claim, quote: 'return' }));
    const { problems } = checkProposal(bare, JSON.stringify({ ...proposal, claims }));
    expect(problems).toMatchObject([{ code: 'quote_without_source', pointer: '/claims/0/quote' }]);
  });

  test('feedback for one retry', () => {
    const { feedback } = check({ ...reply(), group_id: `g_${'0'.repeat(20)}` });
    expect(feedback).toMatchObject({ role: 'user', content: expect.stringContaining('"code":"unknown_group"') });
    expect(checkProposal(packet, '```json\n{}\n```').problems).toMatchObject([{ code: 'malformed_json' }]);
  });
});

test('a changed index makes only claims about changed files stale', async () => {
  const current = fixture.indexed.reader.read((snapshot) => indexState(snapshot, packet));
  expect(checkProposal(packet, JSON.stringify(reply()), current)).toMatchObject({ accepted: true, index: 'current' });
  const [first = '', second = ''] = packet.evidence.groups[0]?.evidence_ids ?? [];
  const claims = [first, second].map((id) => ({ text: 'It is short.', evidence_ids: [id], quote: null }));
  const fileOf = (id: string) => packet.evidence.evidence.find((item) => item.id === id)?.file ?? '';
  const state = { snapshotId: '0'.repeat(64), unchanged: new Set([fileOf(second)]) };
  const result = checkProposal(packet, JSON.stringify({ ...reply(), claims }), state);
  expect(result).toMatchObject({ accepted: false, index: 'changed', problems: [{ code: 'index_changed' }] });
  expect(result.claims.map(({ verdict }) => verdict)).toEqual(['stale', 'unchecked']);
});

test('a proposal that is nested too deep is refused', () => {
  const { accepted, problems } = checkProposal(packet, `{"schema":"analyzer.proposal.v1","claims":${DEEP}}`);
  expect({ accepted, problems }).toMatchObject({ accepted: false, problems: [{ code: 'malformed_json' }] });
});

describe('a packet', () => {
  const withEvidence = (content: string): string => {
    const { messages, ...rest } = JSON.parse(text);
    return JSON.stringify({
      ...rest,
      messages: [messages[0], { role: 'user', content }],
      packet_sha256: sha256(content),
    });
  };

  test('is read from the answer of a query too', () => {
    const result = JSON.stringify({ schema: 'analyzer.result.v1', data: JSON.parse(text) });
    expect(readPacket(result, 'answer.json')).toEqual(packet);
  });

  test.each([
    ['not JSON', () => '{', 'invalid_file'],
    ['another document', () => '{"schema":"analyzer.scan.v1"}', 'unsupported_schema'],
    ['changed evidence', () => text.replace('p0', 'p9'), 'invalid_file'],
    ['nested too deep', () => DEEP, 'invalid_file'],
    ['evidence that is nested too deep', () => withEvidence(DEEP), 'invalid_file'],
    ['missing messages', () => JSON.stringify({ ...JSON.parse(text), messages: [] }), 'invalid_file'],
  ])('is refused if it is %s', (_, content, code) => {
    expect(() => readPacket(content(), 'packet.json')).toThrow(expect.objectContaining({ code }));
  });
});
