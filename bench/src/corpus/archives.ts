import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Pinned } from './recipe.ts';

/** The client of each registry fetches, so configured mirrors and proxies are used. */
interface Registry {
  suffix: string;
  fetch(pinned: Pinned, folder: string): void;
  unpack(archive: string, folder: string): void;
}

export const REGISTRIES: Readonly<Record<'npm' | 'debian' | 'pypi', Registry>> = {
  npm: {
    suffix: '.tgz',
    fetch: ({ name, version }, folder) => run('npm', ['pack', `${name}@${version}`, '--silent'], folder),
    unpack: (archive, folder) => run('tar', ['-xzf', archive, '--strip-components=1'], folder),
  },
  debian: {
    suffix: '.deb',
    fetch: ({ name, version }, folder) => run('apt-get', ['-q', 'download', `${name}=${version}`], folder),
    unpack: (archive, folder) => run('dpkg-deb', ['-x', archive, '.'], folder),
  },
  pypi: {
    suffix: '.whl',
    // A wheel: to fetch a source distribution, pip would run its code.
    fetch: ({ name, version }, folder) =>
      run('pip', ['download', '--quiet', '--no-deps', '--only-binary=:all:', `${name}==${version}`], folder),
    unpack: (archive, folder) => run('python3', ['-m', 'zipfile', '-e', archive, '.'], folder),
  },
};

/**
 * The archive of a pinned package, from `store` or fetched into it.
 * @returns its path; its bytes have the pinned SHA-256
 */
export function archive(from: 'npm' | 'debian' | 'pypi', pinned: Pinned, store: string): string {
  const registry = REGISTRIES[from];
  const cached = join(
    store,
    `${pinned.name.replaceAll('/', '+')}-${pinned.version.replaceAll(':', '+')}${registry.suffix}`,
  );
  if (existsSync(cached)) {
    check(cached, pinned);
    return cached;
  }
  mkdirSync(store, { recursive: true });
  const folder = mkdtempSync(join(store, '.fetch-'));
  try {
    try {
      registry.fetch(pinned, folder);
    } catch (cause) {
      const remedy =
        from !== 'debian'
          ? 'is its registry reachable?'
          : `run apt-get update on Debian bookworm; a superseded version is in Debian's snapshot archive: put it at ${cached}`;
      throw new Error(`${pinned.name} ${pinned.version} could not be fetched: ${remedy}`, { cause });
    }
    const [fetched] = readdirSync(folder);
    if (fetched === undefined)
      throw new Error(`${pinned.name} ${pinned.version}: the registry's client left no archive`);
    check(join(folder, fetched), pinned);
    renameSync(join(folder, fetched), cached);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return cached;
}

function check(path: string, pinned: Pinned): void {
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (found === pinned.sha256) return;
  throw new Error(
    `${path} is not the pinned ${pinned.name} ${pinned.version} (SHA-256 ${found}, pinned ${pinned.sha256}); remove it`,
  );
}

function run(command: string, args: string[], folder: string): void {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}
