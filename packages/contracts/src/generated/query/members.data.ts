// Generated from packages/contracts/schemas/query/members.data.schema.json by tools/contracts.mjs. Do not edit.

import type { CopyAge, Count, DescribedNode, GroupAge, GroupId, OccurrenceMatch, OccurrenceRange, OccurrenceSimilarity, Page, Parameters, Sha256 } from './common.ts';

/**
 * The occurrences of a clone group, by project, path and position; of a near group the first one, then the most similar.
 */
export interface MembersData {
  /**
   * The group.
   */
  group_id: GroupId;
  /**
   * The items of this page, in order.
   */
  items: {
    node: DescribedNode;
    similarity?: OccurrenceSimilarity;
    match?: OccurrenceMatch;
    range?: OccurrenceRange;
    parameters: Parameters;
    /**
     * Its syntax nodes; of a block those of the block.
     */
    nodes: Count;
    /**
     * It is exported.
     */
    exported: boolean;
    /**
     * SHA-256 of the file's bytes, for detecting changes.
     */
    sha256: Sha256;
    /**
     * Only in an index with a history.
     */
    age?: CopyAge;
  }[];
  /**
   * Only in an index with a history, for groups that lists show.
   */
  age?: GroupAge;
  page: Page;
}
