import data from '../../../../../../languages/project-files.json' with { type: 'json' };
import { folderOf, inFolder } from '../../paths.ts';
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

/**
 * The source of a build output that is not in the tree.
 *
 * @param folder of the package
 * @param target path of the output below the package
 * @param written output folders of the package's compiler
 */
export function sourceOfOutput(
  files: ProjectFiles,
  folder: string,
  target: string,
  written: readonly OutputFolder[],
): string | undefined {
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

/** `a/b.js` and `a/b.d.ts` come from `a/b.ts`; `a/index.esm.js` and `a/index.cjs.js` from `a/index.ts`. */
function sourceAt(files: ProjectFiles, output: string): string | undefined {
  const ending = endings.find((it) => output.endsWith(it)) ?? '';
  const stem = output.slice(0, output.length - ending.length);
  const found =
    firstOf(files, stem, extensions.typescript) ?? firstOf(files, inFolder(stem, 'index'), extensions.typescript);
  if (found !== undefined) return found;
  const dot = stem.lastIndexOf('.');
  const isFormat = dot > folderOf(stem).length && formats.has(stem.slice(dot + 1));
  return isFormat ? firstOf(files, stem.slice(0, dot), extensions.typescript) : undefined;
}
