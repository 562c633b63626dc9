import { compareBytes } from '@analyzer/contracts/order';
import { expandMembers } from './expand.ts';
import { cargoGlobs, composerGlobs, type GlobReader, npmGlobs, packagesGlobs, pyprojectGlobs } from './member-globs.ts';
import { type DataFormat, readData } from './read-data.ts';

interface Description {
  file: string;
  format: DataFormat;
  globs: GlobReader;
  /** The file that each workspace has. */
  holding: string;
}

/** Where workspaces are declared. */
export const DESCRIPTIONS: readonly Description[] = [
  { file: 'package.json', format: 'json', globs: npmGlobs, holding: 'package.json' },
  { file: 'pnpm-workspace.yaml', format: 'yaml', globs: packagesGlobs, holding: 'package.json' },
  { file: 'lerna.json', format: 'json', globs: packagesGlobs, holding: 'package.json' },
  { file: 'pyproject.toml', format: 'toml', globs: pyprojectGlobs, holding: 'pyproject.toml' },
  { file: 'Cargo.toml', format: 'toml', globs: cargoGlobs, holding: 'Cargo.toml' },
  { file: 'composer.json', format: 'json', globs: composerGlobs, holding: 'composer.json' },
];

export interface DeclaredWorkspaces {
  /** Below the root, in order. */
  paths: string[];
  /** What could not be read or understood, in words. */
  notes: string[];
}

/**
 * The workspaces that a project declares in the descriptions at its root.
 *
 * @param root absolute
 * @param names of what is in it
 */
export function readDeclaredWorkspaces(root: string, names: readonly string[]): DeclaredWorkspaces {
  const paths = new Set<string>();
  const notes: string[] = [];
  for (const { file, format, globs, holding } of DESCRIPTIONS) {
    if (!names.includes(file)) continue;
    const read = readData(`${root}/${file}`, format);
    if ('problem' in read) {
      notes.push(`${file} ${read.problem}; workspaces declared there are not known`);
      continue;
    }
    const members = expandMembers(root, globs(read.data), holding);
    for (const path of members.paths) paths.add(path);
    notes.push(...members.unknown.map((glob) => `${file} names workspaces by '${glob}', which is not understood`));
  }
  return { paths: [...paths].sort(compareBytes), notes };
}
