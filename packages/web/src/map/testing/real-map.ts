import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { BLOCKS, type MapData } from '@analyzer/contracts/pages/map';

const checkout = join(import.meta.dirname, '../../../../..');
const program = join(checkout, 'packages/analyzer/bin/analyzer.js');

/** Real projects that `npm ci` installs: some are published with two builds, so that they have copies. */
export const DEPENDENCIES: Readonly<Record<string, string>> = {
  ajv: 'node_modules/ajv',
  commander: 'node_modules/commander',
  core: 'packages/core/src',
  'dependency-cruiser': 'node_modules/dependency-cruiser',
  preact: 'node_modules/preact',
  yaml: 'node_modules/yaml/dist',
  'yaml-browser': 'node_modules/yaml/browser/dist',
};

/**
 * Indexes projects with the built program and exports their map.
 *
 * @param projects folders of the repository, by label
 * @param options of the export
 * @returns the page and its data
 */
export function realMap(
  projects: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): { html: string; data: MapData } {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-map-'));
  const run = (...args: string[]): void => {
    execFileSync(process.execPath, [program, 'workspace', ...args], { cwd: folder, stdio: 'pipe' });
  };
  try {
    const manifest = {
      schema: 'analyzer.workspace-config.v1',
      projects: Object.entries(projects).map(([id, path]) => ({ id, path: relative(folder, join(checkout, path)) })),
    };
    writeFileSync(join(folder, 'projects.json'), JSON.stringify(manifest));
    run('index', '--manifest', 'projects.json', '--db', 'index.db');
    run('export', '--db', 'index.db', '--format', 'html', '-o', 'map.html', ...options);
    const html = readFileSync(join(folder, 'map.html'), 'utf8');
    return { html, data: dataOf(html) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The data that `mapHtml` embedded. */
export function dataOf(html: string): MapData {
  const block = (id: string) => {
    const text = new RegExp(`<script type="text/plain" id="${id}" [^>]*>([^<]*)</script>`).exec(html)?.[1];
    return text === undefined ? undefined : JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString());
  };
  const sources: MapData['sources'] = block(BLOCKS.sources);
  return { ...block(BLOCKS.main), graph: block(BLOCKS.graph), ...(sources === undefined ? {} : { sources }) };
}

/** The page without data. */
export function pageOf(html: string): string {
  const elements = [...html.matchAll(/<script type="text\/plain" [^>]*>[^<]*<\/script>\n?/g)].map(
    ([element]) => element,
  );
  const [first = ''] = elements;
  return elements
    .slice(1)
    .reduce((page, element) => page.replace(element, ''), html.replace(first, '<!-- analyzer-map-data -->\n'));
}
