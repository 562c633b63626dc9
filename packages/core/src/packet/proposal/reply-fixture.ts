import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import type { ProposalV1 } from '@analyzer/contracts/analyzer.proposal.v1';
import fc, { type Arbitrary } from 'fast-check';
import { differenceIds } from '../difference-ids.ts';

/** A valid answer that merges the occurrences of the first group. */
export function replyTo(evidence: ContextEvidenceV1, packetSha256: string): ProposalV1 {
  const [group] = evidence.groups;
  const ids = group?.evidence_ids.slice(0, 2) ?? [];
  return {
    schema: 'analyzer.proposal.v1',
    snapshot_id: evidence.snapshot_id,
    group_id: group?.group_id ?? '',
    packet_sha256: packetSha256,
    decision: 'parameterize',
    library_name: null,
    rationale: ['The copies have the same syntax.'],
    evidence_ids: ids,
    claims: [{ text: 'Both have the same parameters.', evidence_ids: ids, quote: null }],
    risks: [],
    tests: ['Each caller gets the same result as before.'],
    parameters: [{ name: 'limit', difference_id: group?.differences[0]?.id ?? null, description: 'The limit.' }],
    confidence: 'medium',
  };
}

/** Sentences of valid answers; some look like paths or ids. */
const SENTENCES = [
  'Callers read and/or write the result.',
  'The copies differ in names only, e.g. in the loop (see E1).',
  'Both return early; input/output stays the same.',
  'It takes O(n) time, and 1/2 of the calls pass a default.',
  'Node.js and Python 3.12 round differently: 0.5 becomes 0 or 1.',
  'Żółć and 日本語 are unchanged, as is “quoted” text.',
  'Use `Math.round(sum * 100) / 100`.',
  'obj.value.length is checked first.',
];

/** Valid answers to a packet. */
export function repliesTo(evidence: ContextEvidenceV1, packetSha256: string): Arbitrary<ProposalV1> {
  const paths = evidence.files.flatMap(({ project, path }) => [path, `${path}:12`, `${project}/${path}`]);
  const sentence = fc.oneof(
    fc.constantFrom(...SENTENCES),
    fc.constantFrom(...paths).map((path) => `It is in ${path}.`),
  );
  return fc.constantFrom(...evidence.groups).chain((group) => {
    const ids = fc.uniqueArray(fc.constantFrom(...group.evidence_ids), { minLength: 2, maxLength: 8 });
    const decision = fc.constantFrom(...(['extract_library', 'parameterize', 'keep_local', 'needs_review'] as const));
    const parameter = fc.record({
      name: fc.constantFrom('limit', 'rate', '$value', '_x1'),
      difference_id: fc.constantFrom(null, ...differenceIds(group, evidence)),
      description: sentence,
    });
    return decision.chain((chosen) =>
      fc.record({
        schema: fc.constant('analyzer.proposal.v1' as const),
        snapshot_id: fc.constant(evidence.snapshot_id),
        group_id: fc.constant(group.group_id),
        packet_sha256: fc.constant(packetSha256),
        decision: fc.constant(chosen),
        library_name: chosen === 'extract_library' ? fc.constantFrom('money', '@scope/money') : fc.constant(null),
        rationale: fc.array(sentence, { minLength: 1, maxLength: 4 }),
        evidence_ids: ids,
        claims: fc.array(claimsOn(evidence, ids, sentence), { minLength: 1, maxLength: 4 }),
        risks: fc.array(sentence, { maxLength: 3 }),
        tests: fc.array(sentence, { maxLength: 3 }),
        parameters: parametersOf(chosen, parameter),
        confidence: chosen === 'needs_review' ? fc.constant('low' as const) : fc.constantFrom('medium', 'high'),
      }),
    );
  });
}

type Parameter = ProposalV1['parameters'][number];

function parametersOf(decision: ProposalV1['decision'], parameter: Arbitrary<Parameter>): Arbitrary<Parameter[]> {
  if (decision === 'keep_local' || decision === 'needs_review') return fc.constant([]);
  return fc.array(parameter, { minLength: decision === 'parameterize' ? 1 : 0, maxLength: 3 });
}

function claimsOn(
  { evidence }: ContextEvidenceV1,
  ids: Arbitrary<string[]>,
  text: Arbitrary<string>,
): Arbitrary<ProposalV1['claims'][number]> {
  const sourceOf = (id: string) => evidence.find((item) => item.id === id)?.source?.text ?? '';
  return ids.chain((cited) => {
    const sources = cited.map(sourceOf).filter((source) => source !== '');
    const quote = fc
      .tuple(fc.constantFrom(...sources), fc.nat(), fc.integer({ min: 1, max: 200 }))
      .map(([source, at, length]) => source.slice(at % source.length, (at % source.length) + length));
    return fc.record({
      text,
      evidence_ids: fc.constant(cited),
      quote: sources.length === 0 ? fc.constant(null) : fc.option(quote, { nil: null }),
    });
  });
}
