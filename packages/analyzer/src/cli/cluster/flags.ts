import type { EngineName } from '@analyzer/core/cluster/group/engine.ts';

/** Flags of `cluster group`; a flag that is not set is absent. */
export interface GroupFlags {
  engine: EngineName;
  from: string[];
  output: string;
  kinds?: string[];
  master?: string;
  threads?: number;
  maxComponent?: number;
  maxClass?: number;
}
