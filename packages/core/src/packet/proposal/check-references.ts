import type { ProposalV1 } from '@analyzer/contracts/analyzer.proposal.v1';
import { differenceIds } from '../difference-ids.ts';
import type { Report } from './problems.ts';
import type { ReadPacket } from './read-packet.ts';

/** Occurrences that a decision to merge copies cites. */
const MIN_CITED = 2;

/** Checks that snapshot, packet, group, evidence and differences are those of the packet. */
export function checkReferences(proposal: ProposalV1, { sha256, evidence }: ReadPacket, report: Report): void {
  if (proposal.snapshot_id !== evidence.snapshot_id) {
    report('stale_snapshot', '/snapshot_id', `the packet describes the snapshot ${evidence.snapshot_id}`);
  }
  if (proposal.packet_sha256 !== sha256) {
    report('other_packet', '/packet_sha256', `the packet has the digest ${sha256}`);
  }
  const group = evidence.groups.find(({ group_id: id }) => id === proposal.group_id);
  if (group === undefined) {
    const ids = evidence.groups.map(({ group_id: id }) => id).join(', ');
    report('unknown_group', '/group_id', `the packet has no group ${proposal.group_id}; it has ${ids}`);
    return;
  }
  const all = new Set(evidence.evidence.map(({ id }) => id));
  const checkIds = (ids: readonly string[], pointer: string): void => {
    for (const [index, id] of ids.entries()) {
      if (!all.has(id)) report('unknown_evidence', `${pointer}/${index}`, `the packet has no evidence ${id}`);
      else if (!group.evidence_ids.includes(id)) {
        report('evidence_of_other_group', `${pointer}/${index}`, `${id} is not an occurrence of ${group.group_id}`);
      }
    }
  };
  checkIds(proposal.evidence_ids, '/evidence_ids');
  for (const [index, claim] of proposal.claims.entries()) checkIds(claim.evidence_ids, `/claims/${index}/evidence_ids`);
  const isMerge = proposal.decision === 'extract_library' || proposal.decision === 'parameterize';
  const cited = new Set(proposal.evidence_ids.filter((id) => group.evidence_ids.includes(id)));
  if (isMerge && cited.size < MIN_CITED) {
    const message = `${proposal.decision} must cite at least ${MIN_CITED} different occurrences of the group`;
    report('too_few_occurrences', '/evidence_ids', message);
  }
  checkDifferences(proposal, evidence, report);
}

function checkDifferences(
  { group_id: groupId, parameters }: ProposalV1,
  evidence: ReadPacket['evidence'],
  report: Report,
): void {
  for (const [index, { difference_id: id }] of parameters.entries()) {
    if (id === null) continue;
    const pointer = `/parameters/${index}/difference_id`;
    const group = evidence.groups.find((its) => differenceIds(its, evidence).includes(id));
    if (group === undefined) report('unknown_difference', pointer, `the packet has no difference ${id}`);
    else if (group.group_id !== groupId) {
      report('difference_of_other_group', pointer, `${id} is a difference of ${group.group_id}`);
    }
  }
}
