import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findDeclared } from './check-declared.ts';
import { resultFiles } from './result-files.ts';
import { sources } from './source-fixture.ts';

const TRAIT = `<?php
namespace Shop;

trait Rounding
{
    protected function round(float $value): float
    {
        return round($value, 2);
    }
}
`;

test.each([
  ['Shop\\Rounding.round', true],
  ['Shop\\Rounding.other', false],
])('a protected method of a trait is an export: %s', async (symbol, isFound) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-declared-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'Rounding.php'), TRAIT);
  const found = await findDeclared({ family_id: '', symbol, path: 'Rounding.php' }, resultFiles(root, sources));
  expect(found !== undefined).toBe(isFound);
});
