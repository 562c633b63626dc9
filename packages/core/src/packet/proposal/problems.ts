import type { ProposalCheckV1 } from '@analyzer/contracts/analyzer.proposal-check.v1';

export type ProposalProblem = ProposalCheckV1['problems'][number];

/** A problem that is found at a location of a proposal. */
export type Report = (code: ProposalProblem['code'], pointer: string, message: string) => void;
