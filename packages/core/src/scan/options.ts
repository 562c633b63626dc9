import { AnalyzerError } from '@analyzer/contracts';
import { DEFAULT_PROFILE, DEFAULT_PROFILE_WITH_ALL } from '#languages/policy.ts';
import { GROUP_KINDS, type GroupKind, type ScanOptions } from './model.ts';

export const DEFAULT_MAX_BYTES = 2 * 1024 * 1024;
export const DEFAULT_MIN_NODES = 12;
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
    kinds: GROUP_KINDS.filter((kind) => (chosen.kinds ?? GROUP_KINDS).includes(kind)),
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

function wholeNumber(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new AnalyzerError('usage', { problem: `--${name} must be a whole number of at least ${least}, not ${value}` });
}
