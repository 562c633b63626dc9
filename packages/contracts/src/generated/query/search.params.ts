// Generated from packages/contracts/schemas/query/search.params.schema.json by tools/contracts.mjs. Do not edit.

import type { FileClass, Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of search.
 */
export interface SearchParams {
  /**
   * Words, a sentence or a name, such as retry with backoff, in any case.
   */
  text: string;
  /**
   * Only code of this project.
   */
  project?: string;
  /**
   * Only files, or only declarations of this kind.
   */
  kind?: 'file' | 'function' | 'method' | 'class' | 'interface' | 'enum' | 'type' | 'trait';
  /**
   * Only code of this language.
   */
  language?: string;
  /**
   * true: only exported declarations; false: only the others; absent: all.
   */
  exported?: boolean;
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
export type CompleteSearchParams = SearchParams & Required<Pick<SearchParams, 'offset' | 'limit'>>;
