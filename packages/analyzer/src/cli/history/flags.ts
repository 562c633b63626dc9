import type { NearSteps } from '@analyzer/core/history/model.ts';
import type { EngineChoices } from '../options/engine.ts';
import type { ScanChoices } from '../options/scan.ts';
import type { StyleFlags } from '../options/style.ts';
import type { HistoryFormat } from './formats.ts';

/** Flags of `history`; a flag that is not set is absent. */
export interface HistoryFlags extends ScanChoices, EngineChoices, StyleFlags {
  since?: string;
  every: number;
  limit: number;
  near: NearSteps;
  format: HistoryFormat;
  post?: string;
  /** Limits as the user wrote them. */
  maxShare?: string[];
  service: string;
}
