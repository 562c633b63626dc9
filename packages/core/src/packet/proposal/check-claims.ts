import type { ProposalV1 } from '@analyzer/contracts/analyzer.proposal.v1';
import type { ProposalCheckV1 } from '@analyzer/contracts/analyzer.proposal-check.v1';
import type { IndexState } from './index-state.ts';
import { namesOf } from './names.ts';
import type { Report } from './problems.ts';
import type { ReadPacket } from './read-packet.ts';

type Claim = ProposalV1['claims'][number];
type Verdict = ProposalCheckV1['claims'][number]['verdict'];

/**
 * The verdict on each claim. Reports quotes that do not occur; other problems were reported before.
 *
 * @param changed the index, if it has another snapshot
 */
export function checkClaims(
  proposal: ProposalV1,
  { evidence }: ReadPacket,
  changed: IndexState | undefined,
  report: Report,
): ProposalCheckV1['claims'] {
  const names = namesOf(evidence);
  const group = evidence.groups.find(({ group_id: id }) => id === proposal.group_id);
  const files = new Map(evidence.evidence.map(({ id, file }) => [id, file]));
  const isStale = (claim: Claim): boolean =>
    proposal.snapshot_id !== evidence.snapshot_id ||
    (changed !== undefined && claim.evidence_ids.some((id) => !changed.unchanged.has(files.get(id) ?? '')));
  const verdictOn = (claim: Claim, index: number): Verdict => {
    const isQuoted = checkQuote(claim, `/claims/${index}/quote`, evidence, report);
    if (isStale(claim)) return 'stale';
    const isKnown = claim.evidence_ids.every((id) => group?.evidence_ids.includes(id));
    const isClean = names.unknownPaths(claim.text).length + names.unknownIds(claim.text).length === 0;
    if (!isQuoted || !isKnown || !isClean) return 'unsupported';
    return claim.quote === null ? 'unchecked' : 'supported';
  };
  return proposal.claims.map((claim, index) => ({ claim: index, verdict: verdictOn(claim, index) }));
}

/** Whether the quote occurs in the source of each cited occurrence as the packet shows it. */
function checkQuote(
  { quote, evidence_ids: ids }: Claim,
  pointer: string,
  { evidence }: ReadPacket['evidence'],
  report: Report,
): boolean {
  if (quote === null) return true;
  const sources = new Map(evidence.map(({ id, source }) => [id, source?.text]));
  const hidden = ids.filter((id) => sources.get(id) === undefined);
  const missing = ids.filter((id) => sources.get(id)?.includes(quote) === false);
  if (hidden.length > 0) {
    report('quote_without_source', pointer, `the packet has no source of ${hidden.join(', ')}: quote must be null`);
  } else if (missing.length > 0) {
    const message = `the source of ${missing.join(', ')} does not contain it: cite only the occurrence that it is from`;
    report('quote_not_found', pointer, message);
  }
  return hidden.length + missing.length === 0;
}
