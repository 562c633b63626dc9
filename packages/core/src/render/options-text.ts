import type { ScanOptions } from '#scan/model.ts';
import { quote, quoteList } from './json-text.ts';

/** Members of the options of a scan that select files and imports; those that most scans do not have only if set. */
export function selectionText(options: ScanOptions): string {
  const { profile, all, gitignore, config, exclude, source_roots, max_bytes, min_nodes } = options;
  const { test_globs, generated_globs, min_near_nodes, min_block_nodes, min_block_shape_nodes } = options;
  const number = (name: string, value: number | undefined) => (value === undefined ? '' : `,"${name}":${value}`);
  return (
    `"profile":"${profile}","all":${all},"gitignore":${gitignore},"exclude":${quoteList(exclude)}` +
    (config === undefined ? '' : `,"config":${config}`) +
    (test_globs === undefined ? '' : `,"test_globs":${quoteList(test_globs)}`) +
    (generated_globs === undefined ? '' : `,"generated_globs":${quoteList(generated_globs)}`) +
    `,"source_roots":${quoteList(source_roots)},"max_bytes":${max_bytes},"min_nodes":${min_nodes}` +
    number('min_near_nodes', min_near_nodes) +
    number('min_block_nodes', min_block_nodes) +
    number('min_block_shape_nodes', min_block_shape_nodes) +
    (options.trust_suppressions === undefined ? '' : ',"trust_suppressions":true') +
    (options.workspace === undefined ? '' : `,"workspace":${quote(options.workspace)}`)
  );
}
