import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * @param {readonly string[]} inputs paths of all files in a bundle
 * @param {string} root that relative paths start from
 * @returns {{ name: string, version: string, license: string, folder: string }[]} the npm packages these files belong to,
 *   by name and version
 */
export function bundledPackages(inputs, root) {
  const packages = new Map();
  for (const input of inputs) {
    const folder = packageFolder(resolve(root, input));
    if (folder === undefined || packages.has(folder)) continue;
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    packages.set(folder, { name, version, license, folder });
  }
  const unique = new Map([...packages.values()].map((one) => [`${one.name} ${one.version}`, one]));
  return [...unique.keys()].sort().map((key) => unique.get(key));
}

/** The nearest folder with a named package.json, if it is below `node_modules`. */
function packageFolder(file) {
  for (let folder = dirname(file); folder.includes('node_modules'); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version !== undefined) return folder;
  }
  return undefined;
}
