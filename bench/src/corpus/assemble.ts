import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { compareBytes } from '@analyzer/contracts/order';
import { archive, REGISTRIES } from './archives.ts';
import type { Pinned, Recipe, Tally } from './recipe.ts';

/** A selected file: its path in the corpus and its unpacked path. */
interface SelectedFile {
  path: string;
  source: string;
  mode: number;
}

/**
 * Builds `target` from the recipe's archives: `npm/<package>/…` and `debian/<package>/…`. An older corpus there is
 * replaced atomically after the new one is complete.
 */
export function assemble(recipe: Recipe, target: string, store: string): Tally {
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(`${target}.`);
  try {
    const selected: SelectedFile[] = [];
    for (const from of ['npm', 'debian'] as const) {
      for (const pinned of recipe[from]) {
        const unpacked = join(folder, 'unpacked', from, pinned.name);
        mkdirSync(unpacked, { recursive: true });
        REGISTRIES[from].unpack(archive(from, pinned, store), unpacked);
        selected.push(...select(recipe, pinned, unpacked, `${from}/${pinned.name}`));
      }
    }
    selected.sort((a, b) => compareBytes(a.path, b.path));
    const fresh = join(folder, 'corpus');
    const tally = copy(selected, fresh);
    rmSync(target, { recursive: true, force: true });
    renameSync(fresh, target);
    return tally;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function select(recipe: Recipe, pinned: Pinned, unpacked: string, prefix: string): SelectedFile[] {
  const selected: SelectedFile[] = [];
  for (const item of readdirSync(unpacked, { recursive: true, withFileTypes: true })) {
    if (!item.isFile()) continue;
    const source = join(item.parentPath, item.name);
    const inside = source.slice(unpacked.length + 1);
    if (pinned.folder !== undefined && !inside.startsWith(`${pinned.folder}/`)) continue;
    const { size, mode } = statSync(source);
    if (size < recipe.min_bytes || size > recipe.max_bytes) continue;
    const suffix = isSourced(inside, pinned.sourced ?? []) ? '.sh' : '';
    if (suffix === '' && !isOurs(recipe, source, mode)) continue;
    selected.push({ path: `${prefix}/${inside}${suffix}`, source, mode });
  }
  return selected;
}

function isSourced(inside: string, sourced: string[]): boolean {
  if (extname(inside) !== '') return false;
  return sourced.some((folder) => folder === inside || (folder.endsWith('/') && folder === `${dirname(inside)}/`));
}

function isOurs(recipe: Recipe, source: string, mode: number): boolean {
  const name = basename(source);
  if (/\.d\.[cm]?ts$/.test(name) || name.includes('.min.')) return false;
  const extension = extname(name);
  if (extension !== '') return recipe.extensions.includes(extension);
  return (mode & 0o111) !== 0 && SHELL.test(firstLine(source));
}

const SHELL = /^#!.*\b(?:ba|da|k|a)?sh\b/;

function firstLine(source: string): string {
  const bytes = Buffer.alloc(128);
  const file = openSync(source, 'r');
  try {
    const length = readSync(file, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1', 0, length).split('\n', 1)[0] ?? '';
  } finally {
    closeSync(file);
  }
}

function copy(selected: SelectedFile[], folder: string): Tally {
  const list = createHash('sha256');
  const tally = { files: selected.length, bytes: 0, lines: 0 };
  for (const { path, source, mode } of selected) {
    const bytes = readFileSync(source);
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes, { mode: (mode & 0o111) === 0 ? 0o644 : 0o755 });
    tally.bytes += bytes.length;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) tally.lines++;
    list.update(`${createHash('sha256').update(bytes).digest('hex')}  ${path}\n`);
  }
  return { ...tally, sha256: list.digest('hex') };
}
