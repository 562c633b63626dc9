import type { ElsewhereFinding } from '#check/model.ts';
import type { MissedEdit } from '#missed/model.ts';

/** A problem of a contract, at one location. */
export interface ContractNote {
  /** Relative to the project; of the code, or of the manifest if no code is the problem. */
  path: string;
  /** 1-based. */
  line: number;
  message: string;
  /** The entry in the manifest; its path is undefined outside of the project. */
  entry: { path: string | undefined; line: number };
}

/** What the saved files of a project violate and lack. */
export interface Review {
  contracts: ContractNote[];
  /** Edits since the last commit that copies lack. */
  edits: MissedEdit[];
  /** Declarations that are new since the last commit, and that another project of the index has. */
  elsewhere: ElsewhereFinding[];
  /** Why the index of other projects could not be asked, as a sentence. */
  index_problem?: string;
}

export const EMPTY_REVIEW: Review = { contracts: [], edits: [], elsewhere: [] };
