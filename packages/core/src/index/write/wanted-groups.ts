import { AnalyzerError } from '@analyzer/contracts';
import type { CopyLimits } from '#relate/copies/limits.ts';
import type { GroupKind, ScanOptions } from '#scan/model.ts';
import { copyLimits } from '#scan/options.ts';

/** The groups to look for. */
export interface WantedGroups {
  kinds: readonly GroupKind[];
  /** Sizes of copies of the kinds that are not exact. */
  limits: CopyLimits;
}

interface Project {
  label: string;
  options: ScanOptions;
}

/** @throws AnalyzerError `usage` if two projects of an index look for other groups */
export function requireSameGroups(first: Project, other: Project): void {
  const [expected, found] = [choices(first.options), choices(other.options)];
  for (const [flag, value] of Object.entries(found)) {
    if (value === expected[flag]) continue;
    const problem = `the project ${other.label} was indexed with ${flag} ${value}, the project ${first.label} with ${flag} ${expected[flag]}`;
    throw new AnalyzerError('usage', { problem }, { hint: `Index both with the same ${flag}.` });
  }
}

/** Options that choose the groups of all projects, as the user sets them; each project has its own `--min-nodes`. */
function choices(options: ScanOptions): Record<string, string> {
  const { nearNodes, blockNodes, shapeNodes } = copyLimits(options);
  return {
    '--kinds': options.kinds.join(','),
    '--min-near': String(nearNodes),
    '--min-block': String(blockNodes),
    '--min-block-shape': String(shapeNodes),
  };
}
