import type { Language } from '../corpus/files.ts';

/** Packages whose licences permit small samples in our fixtures, by language. */
const OPEN: Readonly<Record<Language, { folder: string; licence: string }[]>> = {
  javascript: [
    { folder: 'npm/lodash/', licence: 'MIT' },
    { folder: 'debian/python3-django/', licence: 'BSD-3-Clause' },
    { folder: 'npm/@docusaurus/theme-classic/', licence: 'MIT' },
  ],
  typescript: [
    { folder: 'npm/effect/', licence: 'MIT' },
    { folder: 'npm/rxjs/', licence: 'Apache-2.0' },
    { folder: 'npm/@blueprintjs/core/', licence: 'Apache-2.0' },
  ],
  php: [
    { folder: 'debian/php-symfony-console/', licence: 'MIT' },
    { folder: 'debian/php-twig/', licence: 'BSD-3-Clause' },
  ],
  python: [
    { folder: 'debian/python3-django/', licence: 'BSD-3-Clause' },
    { folder: 'debian/python3-networkx/', licence: 'BSD-3-Clause' },
  ],
  bash: [
    { folder: 'debian/git-extras/', licence: 'MIT' },
    { folder: 'debian/ruby-build/', licence: 'MIT' },
    { folder: 'debian/dehydrated/', licence: 'MIT' },
    { folder: 'debian/bats/', licence: 'MIT' },
    { folder: 'debian/shunit2/', licence: 'Apache-2.0' },
  ],
};

/** @returns the SPDX name of the licence of a source file, undefined if it must not be in our fixtures */
export function openLicence(language: Language, file: string): string | undefined {
  return OPEN[language].find(({ folder }) => file.startsWith(folder))?.licence;
}
