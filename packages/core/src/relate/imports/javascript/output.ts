import data from '../../../../../../languages/project-files.json' with { type: 'json' };
import { folderOf, follow, inFolder } from '../../paths.ts';
import type { ProjectFiles } from '../../project-files.ts';
import { extensions, firstOf } from './files.ts';

const folders = new Set(data.outputs.folders);
const formats = new Set(data.outputs.formats);

/** Ends of output file names, longest first. */
const endings = ['.d.ts', '.d.mts', '.d.cts', '.min.js', '.js', '.mjs', '.cjs', '.jsx', '.json'];

/** Where a compiler writes its output, from `tsconfig.json`. */
export interface OutputFolder {
  out: string;
  source: string;
}

/** An output of a bundler, from its configuration in the folder of a package. */
export interface BundlerEntry {
  /** Below the output folder, without its ending. */
  name: string;
  /** Path below the package. */
  source: string;
}

/** What the configuration of a package says about its outputs. */
export interface Outputs {
  /** Of its compiler. */
  written: readonly OutputFolder[];
  entries: readonly BundlerEntry[];
}

/**
 * The source of a build output that is not in the tree.
 *
 * @param folder of the package
 * @param target path of the output below the package
 */
export function sourceOfOutput(
  files: ProjectFiles,
  folder: string,
  target: string,
  { written, entries }: Outputs,
): string | undefined {
  const bundled = sourceOfEntry(files, folder, target, entries);
  if (bundled !== undefined) return bundled;
  const path = inFolder(folder, target);
  for (const { out, source } of written) {
    if (out === '' || !path.startsWith(`${out}/`)) continue;
    const found = sourceAt(files, inFolder(source, path.slice(out.length + 1)));
    if (found !== undefined) return found;
  }
  const segments = target.split('/');
  if (!folders.has(segments[0] ?? '')) return undefined;
  let rest = segments.slice(1);
  for (;;) {
    for (const source of data.outputs.sources) {
      if (source === segments[0]) continue;
      const found = sourceAt(files, [folder, source, ...rest].filter((it) => it !== '').join('/'));
      if (found !== undefined) return found;
    }
    if (rest.length < 2 || !formats.has(rest[0] ?? '')) return undefined;
    rest = rest.slice(1);
  }
}

/** The source of the one entry that has the name of the output. */
function sourceOfEntry(
  files: ProjectFiles,
  folder: string,
  target: string,
  entries: readonly BundlerEntry[],
): string | undefined {
  if (entries.length === 0) return undefined;
  for (let rest = target.split('/').slice(1); rest.length > 0; rest = rest.slice(1)) {
    const name = withoutEnding(rest.join('/'));
    const [path, ...others] = new Set(
      entries.flatMap((entry) => (entry.name === name ? (follow(folder, entry.source) ?? []) : [])),
    );
    if (path !== undefined && others.length === 0 && files.has(path)) return path;
    if (!formats.has(rest[0] ?? '')) return undefined;
  }
  return undefined;
}

function withoutEnding(output: string): string {
  const ending = endings.find((it) => output.endsWith(it)) ?? '';
  return output.slice(0, output.length - ending.length);
}

/** `a/b.js` and `a/b.d.ts` come from `a/b.ts`; `a/index.esm.js` and `a/index.cjs.js` from `a/index.ts`. */
function sourceAt(files: ProjectFiles, output: string): string | undefined {
  const stem = withoutEnding(output);
  const found =
    firstOf(files, stem, extensions.typescript) ?? firstOf(files, inFolder(stem, 'index'), extensions.typescript);
  if (found !== undefined) return found;
  const dot = stem.lastIndexOf('.');
  const isFormat = dot > folderOf(stem).length && formats.has(stem.slice(dot + 1));
  return isFormat ? firstOf(files, stem.slice(0, dot), extensions.typescript) : undefined;
}
