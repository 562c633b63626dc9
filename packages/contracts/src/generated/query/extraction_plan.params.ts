// Generated from packages/contracts/schemas/query/extraction_plan.params.schema.json by tools/contracts.mjs. Do not edit.

import type { ExtractionConfigV1 } from '../analyzer.extraction-config.v1.ts';
import type { PackageId } from '../analyzer.extraction.common.v1.ts';
import type { SnapshotId } from './common.ts';

/**
 * Parameters of extraction_plan.
 */
export interface ExtractionPlanParams {
  /**
   * Where extracted code goes: analyzer.extraction-config.v1, as analyzer tickets config writes it. Absent: one is proposed, as config of the answer.
   */
  config?: ExtractionConfigV1;
  /**
   * true: functions in tests are candidates; false: they are only evidence.
   */
  include_tests?: boolean;
  /**
   * false excludes function-shape and near groups.
   */
  include_shape?: boolean;
  /**
   * true includes block and block-shape groups.
   */
  include_blocks?: boolean;
  /**
   * Maximum number of families, by rank. Lower it if the plan is too large.
   */
  max_groups?: number;
  /**
   * summary: the libraries of a plan without families and tasks; full: all. Absent: the summary of a plan with planning libraries above the limit, else full.
   */
  level?: 'summary' | 'full';
  /**
   * package_id of a package: only its families, and its tasks.
   */
  library?: PackageId;
  /**
   * Queue of the tickets; the default is that of the configuration.
   */
  queue?: string;
  /**
   * Maximum characters of the plan as compact JSON, instead of the limit of the interface; a larger plan is refused.
   */
  max_chars?: number;
  /**
   * Only this state of the index; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteExtractionPlanParams = ExtractionPlanParams & Required<Pick<ExtractionPlanParams, 'include_tests' | 'include_shape' | 'include_blocks' | 'max_groups'>>;
