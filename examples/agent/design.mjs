import { CASES } from './cases.mjs';

/** The copy whose name the family gets: one that this agent has tests for, else the first. */
export function modelOf({ occurrences }) {
  return occurrences.find(({ qualified_name }) => qualified_name in CASES) ?? occurrences[0];
}

export const symbolOf = (family) => modelOf(family).qualified_name;

/** Decides that every family moves: its copies differ in names at most. */
export function designTask({ context, result }) {
  const { task_key, input_digest, families, evidence } = context;
  const proposal = {
    schema: 'analyzer.ticket-proposal.v1',
    task_key,
    input_digest,
    decision: 'extract_library',
    targets: families.map(({ family_id, package_id }) => ({ family_id, package_id })),
    exports: families.map((family) => ({ family_id: family.family_id, symbol: symbolOf(family), signature: null })),
    rationale: ['The copies have the same statements and differ in names at most, so one function replaces them.'],
    evidence_ids: evidence.evidence.slice(0, 2).map(({ id }) => id),
  };
  result.addArtifact('proposal.json', `${JSON.stringify(proposal, null, 2)}\n`, 'report');
}
