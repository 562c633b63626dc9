import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { archive, REGISTRIES } from '../corpus/archives.ts';
import { ARCHIVES } from '../folders.ts';
import pins from './releases.json' with { type: 'json' };

/** Two releases of one package, unpacked. */
export interface Releases {
  name: string;
  before: string;
  after: string;
}

/** Fetches and unpacks the pinned releases below a folder. */
export function unpackReleases(folder: string): Releases[] {
  return [
    {
      name: 'three r150 to r187',
      before: unpack('npm', pins.three.before, folder),
      after: unpack('npm', pins.three.after, folder),
    },
    {
      name: 'Django 3.2 to 4.2',
      before: unpack('pypi', pins.django.before, folder),
      after: unpack('pypi', pins.django.after, folder),
    },
  ];
}

function unpack(
  from: 'npm' | 'pypi',
  pinned: { name: string; version: string; sha256: string },
  folder: string,
): string {
  const into = mkdtempSync(join(folder, 'release-'));
  REGISTRIES[from].unpack(archive(from, pinned, ARCHIVES), into);
  return into;
}
