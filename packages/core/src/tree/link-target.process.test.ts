import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import vectors from '../../../../fixtures/vectors/entries-links.json' with { type: 'json' };
import { fixtureFolder } from './fixture-folder.ts';
import { targetInside } from './link-target.ts';

// The vectors have a root that does not exist; only its text has effect.
test.each(vectors.cases)('link target: $about', ({ link, target, shown }) => {
  const root = realpathSync(fixtureFolder({}));
  const placed = target.replace(/^\/srv\/root/, root);
  expect(targetInside(Buffer.from(placed), { path: link }, root)?.toString() ?? null).toBe(shown);
});

test('an absolute target is inside by the named path and by the real path of the root', () => {
  const real = realpathSync(fixtureFolder({ 'root/': '', 'other/': '' }));
  symlinkSync(join(real, 'root'), join(real, 'named'));
  const target = (path: string) => targetInside(Buffer.from(path), { path: 'l' }, join(real, 'named'))?.toString();
  expect(target(`${real}/named/a`)).toBe('a');
  expect(target(`${real}/root/a`)).toBe('a');
  expect(target(`${real}/other/a`)).toBeUndefined();
});

test('an absolute target is outside of a root that is not a folder on disk', () => {
  expect(targetInside(Buffer.from('/etc'), { path: 'l' }, undefined)).toBeUndefined();
  expect(targetInside(Buffer.from('a'), { path: 'l' }, undefined)?.toString()).toBe('a');
});
