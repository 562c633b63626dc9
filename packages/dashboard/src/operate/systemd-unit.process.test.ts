import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const DOCS = join(import.meta.dirname, '../../../../docs/operate/dashboard-deploy.md');
const MISSING = spawnSync('systemd-analyze', ['--version']).status !== 0;

if (MISSING) process.stderr.write('The test of the systemd unit is skipped: systemd-analyze is not installed.\n');

/** What systemd reports about a unit; empty for a correct one. */
function problemsOf(unit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-unit-'));
  const path = join(folder, 'dashboard.service');
  writeFileSync(path, unit);
  const { stdout, stderr, error } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  if (error !== undefined) throw error;
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes('dashboard.service'))
    .join('\n');
}

describe.skipIf(MISSING)('the systemd unit of the documentation', () => {
  const [, unit = ''] = /```ini\n([^`]*)```/.exec(readFileSync(DOCS, 'utf8')) ?? [];

  it('is accepted by systemd-analyze verify without a remark', () => {
    expect(unit).toContain('[Service]');
    expect(problemsOf(unit)).toBe('');
  });

  it('is refused if an option of it is misspelled', () => {
    expect(problemsOf(unit.replace('ProtectHome', 'ProtectHouse'))).toContain('ProtectHouse');
  });
});
