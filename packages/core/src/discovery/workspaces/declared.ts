import { compareBytes } from '@analyzer/contracts/order';
import { expandMembers } from './expand.ts';
import { cargoGlobs, composerGlobs, type GlobReader, npmGlobs, packagesGlobs, pyprojectGlobs } from './member-globs.ts';
import { type DataFormat, readData } from './read-data.ts';

interface Description {
  file: string;
  format: DataFormat;
  globs: GlobReader;
  /** Name of the file that each workspace contains. */
  holding: string;
}

/** Files that declare workspaces. */
export const DESCRIPTIONS: readonly Description[] = [
  { file: 'package.json', format: 'json', globs: npmGlobs, holding: 'package.json' },
  { file: 'pnpm-workspace.yaml', format: 'yaml', globs: packagesGlobs, holding: 'package.json' },
  { file: 'lerna.json', format: 'json', globs: packagesGlobs, holding: 'package.json' },
  { file: 'pyproject.toml', format: 'toml', globs: pyprojectGlobs, holding: 'pyproject.toml' },
  { file: 'Cargo.toml', format: 'toml', globs: cargoGlobs, holding: 'Cargo.toml' },
  { file: 'composer.json', format: 'json', globs: composerGlobs, holding: 'composer.json' },
];

export interface DeclaredWorkspaces {
  /** Relative to the root, ordered. */
  paths: string[];
  /** Unreadable or unsupported parts, in words. */
  notes: string[];
}

/**
 * Reads the workspaces that the files at a project's root declare.
 *
 * @param root absolute
 * @param names in the root folder
 */
export function readDeclaredWorkspaces(root: string, names: readonly string[]): DeclaredWorkspaces {
  const paths = new Set<string>();
  const notes: string[] = [];
  for (const { file, format, globs, holding } of DESCRIPTIONS) {
    if (!names.includes(file)) continue;
    const read = readData(`${root}/${file}`, format);
    if ('problem' in read) {
      notes.push(`${file} ${read.problem}; its workspaces are unknown`);
      continue;
    }
    const members = expandMembers(root, globs(read.data), holding);
    for (const path of members.paths) paths.add(path);
    notes.push(...members.unknown.map((glob) => `${file} has the unsupported glob '${glob}' for workspaces`));
  }
  return { paths: [...paths].sort(compareBytes), notes };
}
