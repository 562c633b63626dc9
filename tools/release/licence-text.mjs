import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|notice|unlicense)/i;

/**
 * @param {{ name: string, version: string, license?: string | null, folder: string }} package_
 * @returns {string} name, version and SPDX expression of the package, then all licence files of its folder
 */
export function licenceText({ name, version, license, folder }) {
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file) && statSync(join(folder, file)).isFile());
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${[`${name} ${version} (${license ?? 'no licence named'})`, ...texts].join('\n\n')}\n`;
}
