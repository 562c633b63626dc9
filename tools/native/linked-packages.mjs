import { spawnSync } from 'node:child_process';

/**
 * @param {string} crate folder of the native engine
 * @returns {{ name: string, version: string, license?: string | null, manifest_path: string }[]} Cargo's metadata of all
 *   packages that are linked into the program
 */
export function linkedPackages(crate) {
  const host = /^host: (.*)$/m.exec(spawnSync('rustc', ['-vV'], { encoding: 'utf8' }).stdout)?.[1] ?? '';
  const { status, stdout, stderr } = spawnSync(
    'cargo',
    ['metadata', '--locked', '--offline', '--format-version', '1', '--filter-platform', host],
    { cwd: crate, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Error(`cargo metadata: ${stderr}`);
  return JSON.parse(stdout).packages;
}
