import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('types and validators are those that the schemas ask for', () => {
  const generator = fileURLToPath(new URL('contracts.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [generator, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
