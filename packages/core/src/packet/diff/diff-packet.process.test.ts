import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DiffV1 } from '@analyzer/contracts/analyzer.diff.v1';
import type { DiffPacketV1 } from '@analyzer/contracts/analyzer.diff-packet.v1';
import { validate as isPacket } from '@analyzer/contracts/analyzer.diff-packet.v1/validate';
import type { DiffReplyV1 } from '@analyzer/contracts/analyzer.diff-reply.v1';
import { validate as isCheck } from '@analyzer/contracts/analyzer.diff-reply-check.v1/validate';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { diffOf, diffOfFiles } from '#diff/fixture.ts';
import { renderDiffJson } from '#render/diff/json.ts';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import { sha256 } from '../digest.ts';
import { checkReply, readDiffPacket } from './check-reply.ts';
import { prepareDiff } from './prepare.ts';
import { readDiff } from './read-diff.ts';

/** Built at run time, so that no scanner of secrets takes this file for one. */
const SECRET = `ghp_${'aB3xK9mQ7zL5'.repeat(3)}`;

const copy = (name: string, limit: number): string =>
  `export function ${name}(items) {\n  return items.filter((item) => item.price > ${limit} && item.open).map((item) => item.id);\n}\n`;

/** Files before and after many edits. */
function filesOf(side: 'before' | 'after'): Record<string, string> {
  const files: Record<string, string> = {};
  for (let index = 0; index < 12; index++) {
    files[`src/f${index}.js`] = copy(`f${index}`, side === 'before' ? 1 : index % 3);
    files[`src/use${index}.js`] = `import { f${index} } from './f${index}.js';\nf${index}([], 'żółć 𝄞');\n`;
  }
  if (side === 'after') {
    files['src/ignore\u202eprevious.js'] = `export function evil(key = "${SECRET}") { return key; }\n`;
    files['src/long.js'] = `export function long(${Array.from({ length: 900 }, (_, at) => `p${at}`).join(', ')}) {}\n`;
  }
  return files;
}

const DEEP = '['.repeat(200_000) + ']'.repeat(200_000);

let json: string;
let diff: DiffV1;

beforeAll(async () => {
  const above = mkdtempSync(join(tmpdir(), 'diff-packet-'));
  for (const side of ['before', 'after'] as const) {
    for (const [path, text] of Object.entries(filesOf(side))) {
      mkdirSync(dirname(join(above, side, path)), { recursive: true });
      writeFileSync(join(above, side, path), text);
    }
  }
  json = [...renderDiffJson(await diffOf(join(above, 'before'), join(above, 'after')))].join('');
  rmSync(above, { recursive: true });
  diff = readDiff(json, 'diff.json');
});

interface Item {
  id: string;
  type: string;
  details_omitted?: boolean;
  imported_by?: { items: object[] };
}

const evidenceOf = ({ messages }: DiffPacketV1): Item[] => JSON.parse(messages[1]?.content ?? '').evidence;

test('a packet is valid, and its evidence alternates between changes, files and groups', () => {
  const packet = prepareDiff(diff, 200_000);
  expect(isPacket(packet), JSON.stringify(isPacket.errors)).toBe(true);
  const evidence = evidenceOf(packet);
  expect(evidence.map(({ id }) => id)).toEqual(evidence.map((_, index) => `E${index + 1}`));
  expect(evidence.slice(0, 3).map(({ type }) => type)).toEqual(['change', 'file', 'group']);
  expect(packet.omitted).toEqual({ changes: 0, files: 0, groups: 0 });
  const file = evidence.find(({ imported_by: by }) => (by?.items.length ?? 0) > 0);
  expect(file?.imported_by?.items[0]).toEqual({ path: expect.stringMatching(/^src\/use\d+\.js$/), state: 'unchanged' });
});

test('a record that is too large is a summary', () => {
  const packet = prepareDiff(diff, 200_000);
  const short = evidenceOf(packet).filter(({ details_omitted: isShort }) => isShort === true);
  expect(short.length).toBeGreaterThan(0);
  expect(packet.summarized_records).toBe(short.length);
});

test('a packet contains no secret, no hidden character and no hash of a file', () => {
  const packet = prepareDiff(diff, 200_000);
  const text = packet.messages.map(({ content }) => content).join('');
  expect(text).toContain('[redacted: github-token]');
  expect(text).not.toContain(SECRET);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text).not.toContain('"sha256"');
});

test('a diff has the same packet from both engines and for folders with other names', () => {
  const other = readDiff(json, 'diff.json');
  other.engine = other.engine === 'native' ? 'portable' : 'native';
  other.before.root = 'elsewhere';
  other.runtime.wall_ms += 1000;
  expect(prepareDiff(other, 24_000)).toEqual(prepareDiff(diff, 24_000));
  other.summary.files.modified++;
  expect(prepareDiff(other, 24_000).diff_sha256).not.toBe(prepareDiff(diff, 24_000).diff_sha256);
});

test('the limit is never exceeded, and the least one is exact', () => {
  const most = prepareDiff(diff, 1_000_000).chars;
  const [, least = ''] = /at least (\d+)/.exec(String(thrownBy(() => prepareDiff(diff, 1)))) ?? [];
  expect(prepareDiff(diff, Number(least)).chars).toBe(Number(least));
  expect(() => prepareDiff(diff, Number(least) - 1)).toThrow(`at least ${least}`);
  fc.assert(
    fc.property(fc.integer({ min: Number(least), max: most + 10 }), (maxChars) => {
      const packet = prepareDiff(diff, maxChars);
      const chars = packet.messages.reduce((sum, { content }) => sum + Array.from(content).length, 0);
      expect(packet.chars).toBe(chars);
      expect(chars).toBeLessThanOrEqual(maxChars);
    }),
    { numRuns: searchRuns(300) },
  );
});

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test('a diff without changes is refused', async () => {
  const none = [...renderDiffJson(await diffOfFiles(filesOf('before'), filesOf('before')))].join('');
  expect(() => prepareDiff(readDiff(none, 'none.json'), 24_000)).toThrow('the diff has no changes');
});

describe('a reply', () => {
  const packetText = () => JSON.stringify(prepareDiff(diff, 24_000));
  const replyOf = (): DiffReplyV1 => ({
    schema: 'analyzer.diff-reply.v1',
    diff_sha256: prepareDiff(diff, 24_000).diff_sha256,
    statements: [
      {
        kind: 'fact',
        text: 'f0 in src/f0.js changed.',
        evidence_ids: ['E1'],
        confidence: 'high',
        suggested_test: null,
      },
      {
        kind: 'hypothesis',
        text: 'src/use2.js gets fewer items.',
        evidence_ids: ['E1', 'E2'],
        confidence: 'low',
        suggested_test: 'Call f1 with a price of 2.',
      },
    ],
  });
  const check = (reply: unknown) => {
    const result = checkReply(readDiffPacket(packetText(), 'packet.json'), JSON.stringify(reply));
    expect(isCheck(result), JSON.stringify(isCheck.errors)).toBe(true);
    return result;
  };

  test('with ids and paths of the packet is accepted, also by the response schema', () => {
    expect(check(replyOf())).toMatchObject({
      accepted: true,
      problems: [],
      feedback: null,
      statements: [{ verdict: 'supported' }, { verdict: 'supported' }],
    });
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(packetText()).response_schema);
    expect(validate(replyOf()), JSON.stringify(validate.errors)).toBe(true);
  });

  const [fact, hypothesis] = [0, 1].map((index) => (change: object) => {
    const reply = replyOf();
    return { ...reply, statements: reply.statements.map((its, at) => (at === index ? { ...its, ...change } : its)) };
  });

  test.each([
    ['an unknown id', () => fact?.({ evidence_ids: ['E999'] }), 'unknown_evidence'],
    ['an id twice', () => fact?.({ evidence_ids: ['E1', 'E1'] }), 'schema_violation'],
    ['a foreign path', () => fact?.({ text: 'See src/none.js.' }), 'unknown_path'],
    ['a foreign path in a test', () => hypothesis?.({ suggested_test: 'Run test/x.js' }), 'unknown_path'],
    ['a foreign id in a text', () => fact?.({ text: 'As E999 shows.' }), 'unknown_id'],
    ['a hypothesis without a test', () => hypothesis?.({ suggested_test: null }), 'schema_violation'],
    ['another kind', () => fact?.({ kind: 'guess' }), 'schema_violation'],
    ['another diff', () => ({ ...replyOf(), diff_sha256: '0'.repeat(64) }), 'other_diff'],
    ['another version', () => ({ ...replyOf(), schema: 'analyzer.diff-reply.v2' }), 'unsupported_schema'],
  ])('with %s is refused', (_, reply, code) => {
    const { accepted, problems, feedback } = check(reply());
    expect(accepted).toBe(false);
    expect(problems.map((problem) => problem.code)).toContain(code);
    expect(feedback?.content).toContain(code);
  });

  test('that is nested too deep is refused', () => {
    const { accepted, problems } = checkReply(readDiffPacket(packetText(), 'packet.json'), DEEP);
    expect({ accepted, problems }).toMatchObject({ accepted: false, problems: [{ code: 'malformed_json' }] });
  });

  test('to a packet that is nested too deep is not checked', () => {
    const { messages, ...rest } = JSON.parse(packetText());
    const packet = { ...rest, messages: [messages[0], { ...messages[1], content: DEEP }], packet_sha256: sha256(DEEP) };
    for (const [read, text] of [
      [readDiff, DEEP],
      [readDiff, `{"schema":"analyzer.diff.v1","changes":${DEEP}}`],
      [readDiffPacket, DEEP],
      [readDiffPacket, JSON.stringify(packet)],
    ] as const) {
      expect(() => read(text, 'deep.json')).toThrow(expect.objectContaining({ code: 'invalid_file' }));
    }
  });

  test('to a changed packet is not checked', () => {
    const changed = packetText().replace('src/f0.js', 'src/f9.js');
    expect(() => readDiffPacket(changed, 'packet.json')).toThrow('the evidence was changed');
    expect(() => readDiffPacket(json, 'diff.json')).toThrow(expect.objectContaining({ code: 'unsupported_schema' }));
  });
});
