/**
 * Merges chunks that one command loads together. esbuild makes a chunk for each combination of lazy imports that share code: a check
 * would open 160 small files, and each one takes about half a millisecond.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** The start of the name of a chunk of shared code. */
const SHARED = 'chunk-';
const IMPORT = /^import (?:\{([^}]*)\} from )?"\.\/(chunk-[^"]+)";$/gm;

/**
 * @param outputs of the metafile of a build with splitting, whose files are in `folder`
 * @param groups for each file, the entry points that are loaded together, in the order in which commands load them
 * @param apart entry points of threads, which start often: their chunks remain as they are
 * @returns names of the files that were written
 */
export async function mergeChunks(folder, outputs, { groups, apart }) {
  const files = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const left = new Set([...files.keys()].filter((name) => name.startsWith(SHARED)));
  for (const name of reachable(files, apart)) left.delete(name);
  /** By name of a chunk: the file that has it now, and the prefix of its exports there. */
  const merged = new Map();
  const written = [];
  for (const entryPoints of groups) {
    const chunks = [...reachable(files, entryPoints)].filter((name) => left.delete(name));
    if (chunks.length < 2) continue;
    const code = await bundled(folder, chunks, files);
    // As of a chunk: a running program keeps its files.
    const name = `shared-${createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase()}.js`;
    for (const [at, chunk] of chunks.entries()) merged.set(chunk, { name, prefix: prefixOf(at) });
    writeFileSync(join(folder, name), code);
    written.push(name);
  }
  for (const name of [...files.keys(), ...written]) {
    if (!name.endsWith('.js') || merged.has(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    const changed = text.replaceAll(
      IMPORT,
      (statement, names, chunk) => importOf(merged.get(chunk), names) ?? statement,
    );
    if (changed !== text) writeFileSync(join(folder, name), changed);
  }
  for (const chunk of merged.keys()) rmSync(join(folder, chunk));
  return written;
}

const prefixOf = (at) => `c${at}_`;

/** The import of names of a chunk from the file that has it now. */
function importOf(merged, names) {
  if (merged === undefined) return undefined;
  const { name, prefix } = merged;
  if (names === undefined) return `import "./${name}";`;
  const renamed = names.split(',').map((it) => {
    const [exported, local = exported] = it.trim().split(' as ');
    return `  ${prefix}${exported} as ${local}`;
  });
  return `import {\n${renamed.join(',\n')}\n} from "./${name}";`;
}

/** Files that are loaded with the entry points. */
function reachable(files, entryPoints) {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    found.add(name);
    for (const { path, kind } of files.get(name)?.imports ?? []) {
      if (kind === 'import-statement' && files.has(basename(path))) visit(basename(path));
    }
  };
  for (const entryPoint of entryPoints) {
    const [name] = [...files].find(([, output]) => output.entryPoint === entryPoint) ?? [];
    if (name === undefined) throw new Error(`no file of the build has the entry point ${entryPoint}`);
    visit(name);
  }
  return found;
}

async function bundled(folder, chunks, files) {
  const wanted = new Set(chunks);
  const contents = chunks.map((chunk, at) => {
    const names = files.get(chunk).exports.map((it) => `${it} as ${prefixOf(at)}${it}`);
    return names.length === 0 ? `import "./${chunk}";` : `export { ${names.join(', ')} } from "./${chunk}";`;
  });
  const { outputFiles } = await build({
    stdin: { contents: contents.join('\n'), resolveDir: folder, sourcefile: 'shared.js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [
      {
        name: 'other-files',
        setup({ onResolve }) {
          onResolve({ filter: /.*/ }, ({ path, kind }) => {
            const isPart = kind === 'import-statement' && wanted.has(basename(path));
            return isPart ? undefined : { path, external: true };
          });
        },
      },
    ],
  });
  return outputFiles[0].text;
}
