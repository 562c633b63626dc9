import { AnalyzerError } from '@analyzer/contracts';
import { DEFAULT_PROFILE, DEFAULT_PROFILE_WITH_ALL } from '#languages/policy.ts';
import { type CopyLimits, LIMITS } from '#relate/copies/limits.ts';
import { GROUP_KINDS, type GroupKind, type ScanOptions } from './model.ts';

export const DEFAULT_MAX_BYTES = 2 * 1024 * 1024;
export const DEFAULT_MIN_NODES = 12;
/** Defaults of the sizes of copies that are not exact. Complete options have only other values. */
export const COPY_SIZES = {
  min_near_nodes: LIMITS.nearNodes,
  min_block_nodes: LIMITS.blockNodes,
  min_block_shape_nodes: LIMITS.shapeNodes,
} as const;
export type CopySize = keyof typeof COPY_SIZES;
export const MIN_COPY_NODES = 12;
export const MIN_COPY_NODES_REASON = `Smaller code does not have the ${LIMITS.grams} different 5-grams that a comparison needs.`;
/** Groups of these kinds need only the fingerprints of functions. */
export const FUNCTION_KINDS: readonly GroupKind[] = ['function-body', 'function-shape'];

/**
 * Completes the chosen options: the default profile is `logic`, and with `all` the one without exclusions, since only
 * an explicitly chosen profile has effect with `all`.
 *
 * @throws {AnalyzerError} `usage` for invalid numbers and folders
 */
export function completeOptions(chosen: Partial<ScanOptions>): ScanOptions {
  const all = chosen.all ?? false;
  return {
    profile: chosen.profile ?? (all ? DEFAULT_PROFILE_WITH_ALL : DEFAULT_PROFILE),
    all,
    gitignore: !all && (chosen.gitignore ?? true),
    exclude: [...(chosen.exclude ?? [])],
    ...(chosen.config === false && { config: false }),
    ...(chosen.test_globs && chosen.test_globs.length > 0 && { test_globs: [...chosen.test_globs] }),
    ...(chosen.generated_globs &&
      chosen.generated_globs.length > 0 && { generated_globs: [...chosen.generated_globs] }),
    source_roots: (chosen.source_roots ?? []).map(sourceRoot),
    max_bytes: wholeNumber('max-bytes', chosen.max_bytes ?? DEFAULT_MAX_BYTES, 0),
    min_nodes: wholeNumber('min-nodes', chosen.min_nodes ?? DEFAULT_MIN_NODES, 1),
    ...copySizes(chosen),
    ...(chosen.trust_suppressions && { trust_suppressions: true }),
    ...(chosen.workspace !== undefined && { workspace: chosen.workspace }),
    kinds: GROUP_KINDS.filter((kind) => (chosen.kinds ?? GROUP_KINDS).includes(kind)),
  };
}

/** The sizes that differ from their defaults. */
function copySizes(chosen: Partial<ScanOptions>): Pick<ScanOptions, CopySize> {
  const sizeOf = (key: CopySize) => {
    const nodes = chosen[key] ?? COPY_SIZES[key];
    wholeNumber(key.replace(/_nodes$/, '').replaceAll('_', '-'), nodes, MIN_COPY_NODES, MIN_COPY_NODES_REASON);
    return nodes === COPY_SIZES[key] ? {} : { [key]: nodes };
  };
  return { ...sizeOf('min_near_nodes'), ...sizeOf('min_block_nodes'), ...sizeOf('min_block_shape_nodes') };
}

export function isCopySize(name: string): name is CopySize {
  return Object.hasOwn(COPY_SIZES, name);
}

/** The sizes from which code is compared for groups that are not exact. */
export function copyLimits({ min_near_nodes, min_block_nodes, min_block_shape_nodes }: ScanOptions): CopyLimits {
  return {
    nearNodes: min_near_nodes ?? LIMITS.nearNodes,
    blockNodes: min_block_nodes ?? LIMITS.blockNodes,
    shapeNodes: min_block_shape_nodes ?? LIMITS.shapeNodes,
    grams: LIMITS.grams,
  };
}

/** Whether groups of these kinds need the element blocks of files. */
export function needElements(kinds: readonly GroupKind[]): boolean {
  return kinds.some((kind) => !FUNCTION_KINDS.includes(kind));
}

/**
 * @param hasFolder whether the scanned source has a folder with this path
 * @throws {AnalyzerError} `not_found` for a source root that is not a folder in it
 */
export function requireSourceRoots(hasFolder: (path: string) => boolean, sourceRoots: readonly string[]): void {
  for (const name of sourceRoots) {
    if (!hasFolder(name)) {
      throw new AnalyzerError(
        'not_found',
        { what: 'source root', name },
        {
          hint: 'A source root is a folder of the project, relative to the root of the scan, such as src or lib/python.',
        },
      );
    }
  }
}

function sourceRoot(written: string): string {
  const names = written.split('/').filter((name) => name !== '' && name !== '.');
  if (written === '' || written.startsWith('/') || names.includes('..')) {
    throw new AnalyzerError(
      'usage',
      { problem: `--source-root ${written || "''"} is not below the root` },
      { hint: 'Use a path relative to the root of the scan, such as src or lib/python.' },
    );
  }
  return names.join('/') || '.';
}

function wholeNumber(name: string, value: number, least: number, hint?: string): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  const problem = `--${name} must be a whole number of at least ${least}, not ${value}`;
  throw new AnalyzerError('usage', { problem }, { ...(hint !== undefined && { hint }) });
}
