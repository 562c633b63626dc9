import type { ExtractionRebaseV1 } from '@analyzer/contracts/analyzer.extraction-rebase.v1';
import type { Rebase } from './rebase.ts';

/** A rebase as JSON. */
export function rebaseDocument({ plan, changes, dropped, tasks, config }: Rebase): ExtractionRebaseV1 {
  const { snapshot_id, plan_digest } = plan;
  return {
    schema: 'analyzer.extraction-rebase.v1',
    snapshot_id,
    plan_digest,
    changes,
    dropped,
    tasks,
    ...(config !== undefined && { packages: config.packages, families: config.families }),
  };
}
