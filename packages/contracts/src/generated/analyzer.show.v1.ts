// Generated from packages/contracts/schemas/analyzer.show.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { CopyRelation } from './analyzer.scan.v1.ts';

/**
 * The copies of a file, a line, a folder or a group. Properties may be added in later releases and are never renamed.
 */
export interface ShowV1 {
  schema: 'analyzer.show.v1';
  /**
   * Name of the scanned folder.
   */
  root: string;
  /**
   * File, folder, FILE:LINE or id of a group, as written.
   */
  target: string;
  /**
   * Those that have the target as a side or a matched file; for a folder that is none, those with a side in it.
   */
  relations: CopyRelation[];
  /**
   * At most ten groups, in the order of lists.
   */
  groups: Group[];
  /**
   * Number of further groups.
   */
  more: number;
}
export interface Group {
  id: string;
  kind: 'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape';
  /**
   * Syntax nodes of the largest occurrence.
   */
  nodes: number;
  places: Place[];
  /**
   * Two places side by side. Only of the first three groups, if the files are unchanged.
   */
  sides?: {
    /**
     * Index in places.
     */
    left: number;
    right: number;
    /**
     * Only of code that is identical up to renaming: names of the left place that differ. They do not count as different in rows.
     */
    renames?: {
      from: string;
      to: string;
    }[];
    rows: Row[];
  };
}
export interface Place {
  path: string;
  start_line: number;
  end_line: number;
  /**
   * Of a declaration, or of a block that is one.
   */
  name?: string;
  /**
   * Only in a near group: similarity to the first place, in thousandths.
   */
  similarity?: number;
}
export interface Row {
  /**
   * A line of the left place; absent beside an added line.
   */
  left?: string;
  /**
   * A line of the right place; absent beside a removed line.
   */
  right?: string;
  /**
   * The lines are equal except for indentation.
   */
  same: boolean;
}
