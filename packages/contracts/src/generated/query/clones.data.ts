// Generated from packages/contracts/schemas/query/clones.data.schema.json by tools/contracts.mjs. Do not edit.

import type { CloneGroup, Page } from './common.ts';

/**
 * Clone groups.
 */
export interface ClonesData {
  /**
   * The items of this page, in order.
   */
  items: CloneGroup[];
  page: Page;
}
