// Generated from packages/contracts/schemas/query/similar.params.schema.json by tools/contracts.mjs. Do not edit.

import type { FileClass, Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of similar.
 */
export interface SimilarParams {
  /**
   * Source text: a file, a declaration, or the statements of a function; at most 65,536 bytes. It is neither stored nor logged.
   */
  code: string;
  /**
   * The language of the code: exactly one of language and file_name.
   */
  language?: 'python' | 'javascript' | 'typescript' | 'php' | 'bash';
  /**
   * The name of the file that has the code, which decides its language.
   */
  file_name?: string;
  /**
   * Only code of this project.
   */
  project?: string;
  /**
   * Only declarations that are so similar, in thousandths.
   */
  min_similarity?: number;
  /**
   * Only code in files of all these classes.
   */
  with_classes?: FileClass[];
  /**
   * No code in files of these classes.
   */
  without_classes?: FileClass[];
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteSimilarParams = SimilarParams & Required<Pick<SimilarParams, 'min_similarity' | 'offset' | 'limit'>>;
