/** Sizes from which code is compared. */
export interface CopyLimits {
  /** Syntax nodes of a declaration or block. */
  nodes: number;
  /** Different 5-grams of either: constructors, getters and delegators have fewer. */
  grams: number;
  /** Syntax nodes of a block that is equal up to renaming. */
  shapeNodes: number;
}

export const LIMITS: CopyLimits = { nodes: 30, grams: 24, shapeNodes: 50 };
