import type { ProposalV1 } from '@analyzer/contracts/analyzer.proposal.v1';
import { validate as isProposal } from '@analyzer/contracts/analyzer.proposal.v1/validate';
import type { ProposalCheckV1 } from '@analyzer/contracts/analyzer.proposal-check.v1';
import { feedbackOn } from '../check/feedback.ts';
import { checkClaims } from './check-claims.ts';
import { checkReferences } from './check-references.ts';
import { checkTexts } from './check-texts.ts';
import type { IndexState } from './index-state.ts';
import type { ProposalProblem, Report } from './problems.ts';
import type { ReadPacket } from './read-packet.ts';

/**
 * Checks a model's answer against its packet, without trusting it.
 *
 * @param text of the answer
 */
export function checkProposal(packet: ReadPacket, text: string, index?: IndexState): ProposalCheckV1 {
  const problems: ProposalProblem[] = [];
  const report: Report = (code, pointer, message) => problems.push({ pointer, code, message });
  const proposal = readProposal(text, report);
  if (proposal !== undefined) {
    checkReferences(proposal, packet, report);
    checkTexts(proposal, packet, report);
  }
  const isCurrent = index === undefined || index.snapshotId === packet.evidence.snapshot_id;
  if (!isCurrent) report('index_changed', '', 'the index has another snapshot than the packet: write a new packet');
  const claims = proposal === undefined ? [] : checkClaims(proposal, packet, isCurrent ? undefined : index, report);
  return {
    schema: 'analyzer.proposal-check.v1',
    accepted: problems.length === 0,
    checked: 'provenance',
    snapshot_id: packet.evidence.snapshot_id,
    packet_sha256: packet.sha256,
    index: index === undefined ? 'not_checked' : isCurrent ? 'current' : 'changed',
    claims,
    problems,
    feedback: feedbackOn(problems),
  };
}

function readProposal(text: string, report: Report): ProposalV1 | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    report('malformed_json', '', 'the answer is not one JSON document');
    return undefined;
  }
  const schema: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'schema') : undefined;
  if (schema !== 'analyzer.proposal.v1') {
    report('unsupported_schema', '/schema', 'schema must be analyzer.proposal.v1');
    return undefined;
  }
  if (isProposal(value)) return value;
  for (const { instancePath, message = 'is not valid' } of isProposal.errors ?? []) {
    // The condition of a rule says nothing more than the rule.
    if (!message.startsWith('must match "then"')) report('schema_violation', instancePath, message);
  }
  return undefined;
}
