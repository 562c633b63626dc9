/**
 * Builds packages/web/dist/map.html: the offline map without data, in one file, with a content security policy that
 * allows only its own script and style. Plain JavaScript, because `prepare` runs it before anything is built.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const root = import.meta.dirname;

/**
 * @param {string} [folder] folder of the output
 * @returns {Promise<string>} path of the built page
 */
export async function buildMap(folder = join(root, 'dist')) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [viteSingleFile({ removeViteModuleLoader: true })],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: ['chrome123', 'firefox121', 'safari17.5'],
      rollupOptions: { input: join(root, 'map.html') },
      modulePreload: false,
    },
  });
  const page = join(folder, 'map.html');
  writeFileSync(page, withPolicy(readFileSync(page, 'utf8')));
  return page;
}

/** Adds a policy that allows exactly the inline script and style of the page, by hash. */
function withPolicy(html) {
  const hashes = (element) =>
    [...html.matchAll(new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`, 'g'))]
      .map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ');
  const policy = [
    "default-src 'none'",
    `script-src ${hashes('script')}`,
    `style-src ${hashes('style')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace(
    '<meta charset="utf-8" />',
    `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  );
}

if (process.argv[1] === import.meta.filename) await buildMap(process.argv[2]);
