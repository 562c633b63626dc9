import type { LineRow, Rename } from '#check/compare-lines.ts';

import type { CopyRelation } from '#relations/model.ts';
import type { GroupKind } from '#scan/model.ts';

/** Lines of a file that are an occurrence of a group. */
export interface Place {
  path: string;
  start_line: number;
  end_line: number;
  /** Of a declaration, or of a block that is one. */
  name?: string;
  /** Only in a near group: similarity to the first place, in thousandths. */
  similarity?: number;
}

export interface ShownGroup {
  id: string;
  kind: GroupKind;
  nodes: number;
  places: Place[];
  /**
   * Indices of two places, and their lines side by side; absent beyond the first groups and if a file was changed. Of code
   * that is identical up to renaming, lines that differ only in `renames` are the same.
   */
  sides?: { left: number; right: number; renames: Rename[]; rows: LineRow[] };
}

/** The copies of a group, a line, a file or a folder. */
export interface Shown {
  /** Name of the scanned folder. */
  root: string;
  /** As the user wrote it. */
  target: string;
  relations: CopyRelation[];
  /** In the order of lists. */
  groups: ShownGroup[];
  /** Number of further groups. */
  more: number;
}
