/** Folders of this program, the tracker, the executor and git: no result changes or delivers files there. */
const OWN_FOLDERS = new Set(['.git', '.tracker', '.analyzer', '.analyzer-artifacts', '.planfile', '.koru']);

/** Names of devices in Windows, also with an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** Characters that Windows does not allow in names; `\` separates folders and `:` selects a stream there. */
const FORBIDDEN = /[\\:*?"<>|\p{Cc}]/u;
const MAX_NAME_LENGTH = 255;
const MAX_PATH_LENGTH = 1_024;

/**
 * Why a relative path of a document is not used as a file name. The rules are those of all common file systems, since
 * artifacts are copied between checkouts.
 */
export function unsafePath(path: string): string | undefined {
  if (path.length > MAX_PATH_LENGTH) return `is longer than ${MAX_PATH_LENGTH} characters`;
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return 'leaves its folder or has an empty name';
    if (Buffer.byteLength(name) > MAX_NAME_LENGTH) return `has a name longer than ${MAX_NAME_LENGTH} bytes`;
    if (FORBIDDEN.test(name)) return 'has a character that is not allowed in file names';
    if (DEVICE.test(name)) return 'has the name of a device';
    if (/[. ]$/.test(name)) return 'has a name that ends with a dot or a space';
  }
  return undefined;
}

/** Whether a path is in a folder that only tools write, in any spelling of its case. */
export function isOwnFolder(path: string): boolean {
  return OWN_FOLDERS.has(folded(path.split('/')[0] ?? ''));
}

/** Pairs of paths that are one file on a file system that ignores case or composes characters. */
export function collisions(paths: readonly string[]): [string, string][] {
  const seen = new Map<string, string>();
  const found: [string, string][] = [];
  for (const path of paths) {
    for (const part of partsOf(path)) {
      const earlier = seen.get(folded(part));
      if (earlier === undefined) seen.set(folded(part), part);
      else if (earlier !== part) {
        found.push([earlier, part]);
        break;
      }
    }
  }
  return found;
}

/** The path and the folders on it. */
function partsOf(path: string): string[] {
  const names = path.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
