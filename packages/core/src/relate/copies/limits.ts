/** Sizes from which code is compared. */
export interface CopyLimits {
  /** Syntax nodes of a declaration. */
  nearNodes: number;
  /** Syntax nodes of a block. */
  blockNodes: number;
  /** Syntax nodes of a block that is equal up to renaming. */
  shapeNodes: number;
  /** Different 5-grams of each: constructors, getters and delegators have fewer. */
  grams: number;
}

export const LIMITS: CopyLimits = { nearNodes: 30, blockNodes: 30, shapeNodes: 50, grams: 24 };
