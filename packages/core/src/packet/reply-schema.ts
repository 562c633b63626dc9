import { type GrammarSchema, grammarOf, OMITS } from '@analyzer/contracts/grammar/schema-grammar';
import proposal from '@analyzer/contracts/schemas/analyzer.proposal.v1.schema.json' with { type: 'json' };
import { withoutDescriptions } from './schema-text.ts';

/** The ids that an answer may contain. */
export interface ReplyIds {
  snapshotId: string;
  packetSha256: string;
  groupIds: readonly string[];
  evidenceIds: readonly string[];
  differenceIds: readonly string[];
  /** Whether the packet contains source that can be quoted. */
  quotable: boolean;
}

/**
 * The schema of a proposal with only the ids of one packet. It has no descriptions, which the instructions replace, and
 * no rules between properties, which validation checks.
 */
export function replySchema(ids: ReplyIds): GrammarSchema {
  const { properties } = proposal;
  const claim = properties.claims.items.properties;
  const parameter = properties.parameters.items.properties;
  const evidenceIds = { ...properties.evidence_ids, items: { $ref: '#/$defs/evidence' } };
  const differences = [...ids.differenceIds, null];
  return withoutDescriptions({
    type: 'object',
    additionalProperties: false,
    required: proposal.required,
    properties: {
      ...properties,
      snapshot_id: { const: ids.snapshotId },
      group_id: { enum: ids.groupIds },
      packet_sha256: { const: ids.packetSha256 },
      evidence_ids: evidenceIds,
      claims: {
        ...properties.claims,
        items: {
          ...properties.claims.items,
          properties: {
            ...claim,
            evidence_ids: { ...claim.evidence_ids, items: { $ref: '#/$defs/evidence' } },
            quote: ids.quotable ? claim.quote : { type: 'null' },
          },
        },
      },
      parameters: {
        ...properties.parameters,
        items: {
          ...properties.parameters.items,
          properties: { ...parameter, difference_id: { enum: differences } },
        },
      },
    },
    $defs: { evidence: { enum: ids.evidenceIds } },
  });
}

/** The grammar of a reply schema. */
export function replyGrammar(schema: GrammarSchema, { packetSha256 }: ReplyIds): string {
  const omits = proposal[OMITS].filter((pointer) => pointer !== '/allOf');
  return grammarOf({ ...schema, [OMITS]: omits }, `answers to the packet ${packetSha256}`);
}
