import { AnalyzerError } from '@analyzer/contracts';
import type { DiffV1 } from '@analyzer/contracts/analyzer.diff.v1';
import type { DiffPacketV1 } from '@analyzer/contracts/analyzer.diff-packet.v1';
import reply from '@analyzer/contracts/schemas/analyzer.diff-reply.v1.schema.json' with { type: 'json' };
import { charsOf } from '#query/answer/size.ts';
import { sha256 } from '../digest.ts';
import { jsonText } from '../json-text.ts';
import { withoutDescriptions } from '../schema-text.ts';
import { estimatedTokens } from '../size.ts';
import { diffDigest } from './digest.ts';
import { DIFF_INSTRUCTIONS } from './instructions.ts';
import { type DiffRecord, RECORD_TYPES, recordsOf } from './records.ts';
import { shortened } from './summary.ts';

/** The largest number of evidence items. */
const MAX_EVIDENCE = 400;

/**
 * The packet of a diff with as many records as fit.
 *
 * @throws AnalyzerError `usage` with the least limit, or for a diff without changes
 */
export function prepareDiff(diff: DiffV1, maxChars: number): DiffPacketV1 {
  const digest = diffDigest(diff);
  const records = recordsOf(diff);
  const all = alternating(RECORD_TYPES.map((type) => records[type])).slice(0, MAX_EVIDENCE);
  const shown = all.map(shortened);
  const build = (count: number): DiffPacketV1 => {
    const omitted = countsOf(records, shown.slice(0, count));
    return packetOf(diff, digest, shown.slice(0, count), omitted, maxChars);
  };
  const fits = (count: number): boolean => build(count).chars <= maxChars;
  // At least one item, because each statement cites one.
  const least = 1;
  if (shown.length === 0) throw new AnalyzerError('usage', { problem: 'the diff has no changes' });
  if (!fits(least)) throw tooSmall(build(least).chars);
  let count = least;
  for (let tooMany = shown.length + 1; tooMany - count > 1; ) {
    const middle = Math.floor((count + tooMany) / 2);
    if (fits(middle)) count = middle;
    else tooMany = middle;
  }
  return build(count);
}

/** The first of each list, then the second of each, and so on. */
function alternating(lists: readonly DiffRecord[][]): DiffRecord[] {
  const most = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}

function countsOf(records: ReturnType<typeof recordsOf>, shown: readonly DiffRecord[]): DiffPacketV1['omitted'] {
  const missing = (type: DiffRecord['type']) => records[type].length - shown.filter((it) => it.type === type).length;
  return { changes: missing('change'), files: missing('file'), groups: missing('group') };
}

function packetOf(
  { summary, options }: DiffV1,
  digest: string,
  records: readonly DiffRecord[],
  omitted: DiffPacketV1['omitted'],
  maxChars: number,
): DiffPacketV1 {
  const evidence = records.map((record, index) => ({ id: `E${index + 1}`, ...record }));
  const { profile, min_nodes } = options;
  const document = { schema: 'analyzer.diff-evidence.v1', diff_sha256: digest };
  const data = jsonText({ ...document, options: { profile, min_nodes }, summary, omitted, evidence });
  const schema = responseSchema(
    digest,
    evidence.map(({ id }) => id),
  );
  const instructions = DIFF_INSTRUCTIONS + jsonText(schema);
  const chars = charsOf(instructions) + charsOf(data);
  return {
    schema: 'analyzer.diff-packet.v1',
    diff_sha256: digest,
    packet_sha256: sha256(data),
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: data },
    ],
    response_schema: schema,
    chars,
    max_chars: maxChars,
    est_tokens: estimatedTokens(chars),
    summarized_records: records.filter(({ details_omitted: isShort }) => isShort === true).length,
    omitted,
  };
}

/** The schema of a reply with the ids of one packet. */
function responseSchema(digest: string, ids: readonly string[]): object {
  const { statements } = reply.properties;
  const { items } = statements;
  const evidenceIds = { ...items.properties.evidence_ids, items: { enum: ids } };
  return withoutDescriptions({
    type: 'object',
    additionalProperties: false,
    required: reply.required,
    properties: {
      ...reply.properties,
      diff_sha256: { const: digest },
      statements: {
        ...statements,
        items: { ...items, properties: { ...items.properties, evidence_ids: evidenceIds } },
      },
    },
  });
}

function tooSmall(least: number): AnalyzerError {
  const problem = `--max-chars must be at least ${least} for this diff`;
  return new AnalyzerError('usage', { problem }, { hint: `Set --max-chars ${least} or more.` });
}
