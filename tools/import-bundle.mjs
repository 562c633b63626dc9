import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const tools = dirname(fileURLToPath(import.meta.url));

/**
 * Imports a TypeScript module that uses the portable engine, as a bundle in `tools/dist`: Node.js 20 does not run
 * TypeScript.
 *
 * @param path of the module in `tools`
 * @param name of the bundle
 */
export async function importBundle(path, name) {
  const bundle = join(tools, 'dist', `${name}.js`);
  await build({
    entryPoints: [join(tools, path)],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['oxc-parser', 'web-tree-sitter'],
    logLevel: 'warning',
  });
  return import(pathToFileURL(bundle).href);
}
