import type { Engine } from '#parse/engine.ts';
import type { DecodedUnits } from '#relate/copies/decoded-units.ts';
import type { ListingContext } from './list-project.ts';

export interface ScanContext extends ListingContext {
  /** Owned by the caller. */
  engine: Engine;
  /** The engine should have the same signal, so that a file being parsed does not delay the end. */
  signal?: AbortSignal;
  /** Files whose n-grams are needed; files from a parse cache may lack them. */
  wantsGrams?: (path: string) => boolean;
  /** Calls are not resolved, which saves a tenth of the time: their columns are empty. */
  withoutCalls?: boolean;
  /** Uses of names are not needed: the entries may have no calls, objects and references. */
  withoutUses?: boolean;
  /** The result has `copy_evidence`, for a comparison with a baseline. */
  withCopyEvidence?: boolean;
  /** Groups have no `folded_into`. */
  withoutFolding?: boolean;
  /** Units of earlier states of the project. */
  decodedUnits?: DecodedUnits;
}
