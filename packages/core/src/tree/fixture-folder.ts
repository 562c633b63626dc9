import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is removed after the test. Files by path; a path that ends in / is an empty folder. */
export function fixtureFolder(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-test-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeFiles(folder, files);
  return folder;
}

/** Writes files by path into a folder; a path that ends in / is an empty folder. */
export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    mkdirSync(path.endsWith('/') ? target : dirname(target), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(target, content);
  }
}

const NOBODY = 65_534;

/**
 * Runs work as another user if the test runs as root, who may open everything.
 *
 * @param folder of `fixtureFolder`, whose content is made accessible unless a test closed it
 */
export async function unprivileged<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0 || process.seteuid === undefined) return work();
  chmodSync(folder, 0o755);
  process.seteuid(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid(0);
  }
}

/** The paths that `find` lists in a folder: raw paths in hex, in bytewise order. */
export function findPaths(folder: string): string[] {
  const found = execFileSync('find', ['.', '-mindepth', '1', '-printf', '%P\\0'], {
    cwd: folder,
    maxBuffer: 1 << 28,
  });
  const paths: Buffer[] = [];
  for (let start = 0, end = found.indexOf(0); end >= 0; start = end + 1, end = found.indexOf(0, start)) {
    paths.push(found.subarray(start, end));
  }
  return paths.sort(Buffer.compare).map((path) => path.toString('hex'));
}
