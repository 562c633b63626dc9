import { validate as isProposal } from '@analyzer/contracts/analyzer.proposal.v1/validate';
import type { ProposalCheckV1 } from '@analyzer/contracts/analyzer.proposal-check.v1';
import { feedbackOn } from '../check/feedback.ts';
import { readAnswer } from '../check/read-answer.ts';
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
  const proposal = readAnswer(text, 'analyzer.proposal.v1', isProposal, report);
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
