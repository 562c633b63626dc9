import type { ExtractionConfigV1 } from '@analyzer/contracts/analyzer.extraction-config.v1';
import type { Snapshot } from '#index/port.ts';
import type { Plan } from '../plan/model.ts';
import { completeConfig } from '../plan/options.ts';
import { readBasis } from '../plan/plan.ts';
import type { Reconfiguration } from './reconfigured.ts';

/**
 * Reads from an index what another configuration changes about a plan.
 *
 * @throws AnalyzerError `invalid_request` with pointers into the configuration
 */
export function readReconfiguration(snapshot: Snapshot, given: ExtractionConfigV1, { options }: Plan): Reconfiguration {
  const config = completeConfig(given);
  const { read, routing, digested = (family) => family } = readBasis(snapshot, config, options);
  const known = new Set(config.packages.map(({ id }) => id));
  const routed = read.families.flatMap((family) => {
    const target = routing.targetOf(family);
    const isKnown = 'package' in target && known.has(target.package.package_id);
    return isKnown ? [{ family: digested(family), target }] : [];
  });
  return { config, routed };
}
