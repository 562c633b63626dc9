import type { Family, FamilyOccurrence, PlanFamily, PlanOccurrence } from '../plan/model.ts';

/** What an index has now of the copies of a recorded plan. */
export interface CurrentCopies {
  snapshotId: string;
  /** A family that the index still has; undefined if its group is gone. */
  familyOf(id: string): Family | undefined;
  /** The copy with its present position, digest and links, also if it moved; undefined if it is gone. */
  copyOf(occurrence: PlanOccurrence, family: PlanFamily): FamilyOccurrence | undefined;
  /** Those of some copies that are still in a clone group with another one of them. */
  related(copies: readonly FamilyOccurrence[]): FamilyOccurrence[];
}
