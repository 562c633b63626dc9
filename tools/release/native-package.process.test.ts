import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packNative } from './native-package.mjs';
import { thisPlatform } from './platform.mjs';

test('a packed engine installs and starts, and its licence file lists all linked packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const program = at('analyzer-rs', '#!/bin/sh\necho "$1 yourself"\n');
  chmodSync(program, 0o755);
  mkdirSync(join(folder, 'crate'));
  at('crate/LICENSE-MIT', 'Permission is hereby granted');
  const linked = [
    { name: 'crate', version: '1.2.3', license: 'MIT', manifest_path: join(folder, 'crate/Cargo.toml') },
    { name: 'own', version: '0.5.0', license: null, manifest_path: join(folder, 'crate/Cargo.toml') },
  ];
  const licence = at('LICENSE', 'Apache');
  const platform = thisPlatform();
  const packed = packNative({ program, platform, licence, version: '0.5.0', linked, folder: join(folder, 'out') });

  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}');
  const npm = ['install', '--offline', '--no-audit', '--no-fund', packed.archive];
  expect(spawnSync('npm', npm, { cwd: project, encoding: 'utf8' })).toMatchObject({ status: 0 });
  const installed = join(project, 'node_modules', packed.name);
  const manifest: unknown = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: `analyzer-rs-${platform}`,
    version: '0.5.0',
    os: [process.platform],
    cpu: [process.arch],
  });
  const { stdout } = spawnSync(join(installed, 'bin/analyzer-rs'), ['hello'], { encoding: 'utf8' });
  expect(stdout).toBe('hello yourself\n');
  expect(readFileSync(join(installed, 'LICENSES.txt'), 'utf8')).toBe(
    'crate 1.2.3 (MIT)\n\nPermission is hereby granted\n\nown 0.5.0 (no licence named)\n\nPermission is hereby granted\n',
  );
});
