import { symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from './fixture-folder.ts';
import { openRoot } from './root.ts';

test('has the name of the folder itself, for any path to it', () => {
  const folder = fixtureFolder({ 'real/a.py': '1' });
  symlinkSync('real', join(folder, 'link'));
  expect(openRoot(join(folder, 'link'))).toEqual({ location: join(folder, 'link'), name: 'real' });
  expect(openRoot(`${folder}/real/../`)).toEqual({ location: folder, name: basename(folder) });
  expect(openRoot('/').name).toBe('/');
});

test('reports paths that are not folders', () => {
  const folder = fixtureFolder({ 'a.py': '1' });
  expect(() => openRoot(join(folder, 'gone'))).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(() => openRoot(join(folder, 'a.py/b'))).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(() => openRoot(join(folder, 'a.py'))).toThrow(
    expect.objectContaining({ code: 'usage', hint: `Scan its folder: ${folder}` }),
  );
});
