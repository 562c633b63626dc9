import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outsideRepositories } from './outside-repositories.ts';

test('tests run outside of Git repositories, whose rules would change what a scan finds', () => {
  const [repository, other] = ['a-', 'b-'].map((name) => mkdtempSync(join(tmpdir(), name)));
  const below = join(repository ?? '', 'below');
  mkdirSync(join(repository ?? '', '.git'));
  mkdirSync(below);
  expect(outsideRepositories([repository ?? '', below, other ?? ''])).toBe(other);
  expect(() => outsideRepositories([below])).toThrow('set TMPDIR');
});
