import type { CopyLimits } from '#relate/copies/limits.ts';
import type { GroupKind } from '#scan/model.ts';

/** The groups to look for. */
export interface WantedGroups {
  kinds: readonly GroupKind[];
  /** Sizes of copies of the kinds that are not exact. */
  limits: CopyLimits;
}
