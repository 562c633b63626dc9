import type { ScanOptions } from '@analyzer/core/scan/model.ts';

/** Flags that `scan` and `diff` share, apart from the options of a scan. */
interface SharedFlags {
  detail?: string;
  format: string;
  color: string;
  ascii?: true;
  strict?: true;
  output?: string;
  jobs?: number;
  cacheDir?: string;
}

/** An index alone has `trust_suppressions` and `workspace`. */
type Arguments = { [K in Exclude<keyof ScanOptions, 'trust_suppressions' | 'workspace'>]-?: string[] };

/** By option, so that the compiler reports a missing one. */
function optionArguments(options: ScanOptions): Arguments {
  const size = (name: string, nodes: number | undefined) => (nodes === undefined ? [] : [`--${name}=${nodes}`]);
  return {
    profile: [`--profile=${options.profile}`],
    all: options.all ? ['--all'] : [],
    gitignore: options.gitignore ? [] : ['--no-gitignore'],
    config: options.config === false ? ['--no-config'] : [],
    test_globs: (options.test_globs ?? []).map((glob) => `--test-glob=${glob}`),
    generated_globs: (options.generated_globs ?? []).map((glob) => `--generated-glob=${glob}`),
    exclude: options.exclude.map((glob) => `--exclude=${glob}`),
    source_roots: options.source_roots.map((folder) => `--source-root=${folder}`),
    max_bytes: [`--max-bytes=${options.max_bytes}`],
    min_nodes: [`--min-nodes=${options.min_nodes}`],
    min_near_nodes: size('min-near', options.min_near_nodes),
    min_block_nodes: size('min-block', options.min_block_nodes),
    min_block_shape_nodes: size('min-block-shape', options.min_block_shape_nodes),
    kinds: [`--kinds=${options.kinds.join(',')}`],
  };
}

/** Arguments of `analyzer-rs` for what `scan` and `diff` share. */
export function nativeArguments(options: ScanOptions, flags: SharedFlags): string[] {
  const { detail, format, color, ascii, strict, output, jobs, cacheDir } = flags;
  return [
    ...(detail === undefined ? [] : [`--detail=${detail}`]),
    ...[`--format=${format}`, `--color=${color}`],
    ...(ascii === true ? ['--ascii'] : []),
    ...(strict === true ? ['--strict'] : []),
    ...Object.values<string[]>(optionArguments(options)).flat(),
    ...(output === undefined ? [] : [`--output=${output}`]),
    ...(jobs === undefined ? [] : [`--jobs=${jobs}`]),
    ...(cacheDir === undefined ? [] : [`--cache-dir=${cacheDir}`]),
  ];
}
