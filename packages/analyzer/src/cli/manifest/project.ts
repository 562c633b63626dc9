import { statSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { indexedProject } from '@analyzer/core/conformance/indexed-project.ts';
import { type CodeProject, projectOf } from '@analyzer/core/conformance/project.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import type { Value } from '@analyzer/core/manifest/tree.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { openEngine } from '../engine/open.ts';
import { chosenOptions, type ScanChoices } from '../options/scan.ts';
import { Progress } from '../output/progress.ts';
import { isFolder, manifestsAt, type OpenedManifest, openManifest } from './file.ts';

/** A manifest that a program can go by. */
export interface SoundManifest extends OpenedManifest {
  root: Value;
}

/**
 * Opens the one manifest that a path stands for.
 *
 * @throws AnalyzerError `invalid_file` when it has errors; `usage` when there are several; as `openManifest`
 */
export async function soundManifest(path: string): Promise<SoundManifest> {
  const found = manifestsAt(path);
  const [only = { path, follow: true }] = found;
  const name = only.path;
  if (found.length > 1) {
    throw new AnalyzerError(
      'usage',
      { problem: `there are several manifests: ${found.map((each) => each.path).join(', ')}` },
      { hint: 'Name the one that is meant.' },
    );
  }
  const manifest = await openManifest(only);
  const { root, findings, readable } = manifest;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (root !== undefined && readable && errors === 0) return { ...manifest, root };
  throw new AnalyzerError(
    'invalid_file',
    { path: name, problem: `it can not be used: ${errors} ${errors === 1 ? 'error' : 'errors'}` },
    { hint: `See \`analyzer manifest validate ${name}\`.` },
  );
}

/** A manifest, and the folder of code that it is held against where none is named: the one that it was looked for in. */
export interface PlacedManifest {
  manifest: SoundManifest;
  folder: string;
}

/**
 * @param path of a manifest or of a folder with one; without it, of this folder
 * @param project folder of the code, when it is named
 * @throws AnalyzerError as `soundManifest`
 */
export async function placedManifest(path: string | undefined, project: string | undefined): Promise<PlacedManifest> {
  const given = path ?? '.';
  if (project !== undefined && isFolder(given) && statSync(project, { throwIfNoEntry: false })?.isFile() === true) {
    throw new AnalyzerError(
      'usage',
      { problem: 'the manifest comes before the folder of the code' },
      { hint: `Write ${project} ${given}.` },
    );
  }
  return { manifest: await soundManifest(given), folder: project ?? (isFolder(given) ? given : '.') };
}

/** What a manifest is held against: a folder, or a project of an index. */
export interface ProjectChoice extends ScanChoices {
  db?: string;
  project?: string;
}

/** What a project of an index has been given already. */
const OF_A_SCAN = ['all', 'exclude', 'jobs', 'maxBytes', 'minNodes', 'profile', 'sourceRoot'] as const;

/**
 * Reads the code that a manifest is held against.
 *
 * @param folder of the code, where it is no project of an index
 * @param isNamed whether somebody named that folder
 * @throws AnalyzerError `usage`; `not_found`; what opening an index throws
 */
export async function codeProject(
  { folder, isNamed }: { folder: string; isNamed: boolean },
  choices: ProjectChoice,
  signal: AbortSignal,
): Promise<CodeProject> {
  const { db, project: label } = choices;
  if (db === undefined && label === undefined) return scannedProject(folder, choices, signal);
  const hint = 'See `analyzer manifest check --help`.';
  if (db === undefined || label === undefined || isNamed) {
    const problem = 'a project of an index is named by --db and --project, without a folder';
    throw new AnalyzerError('usage', { problem }, { hint });
  }
  const chosen = OF_A_SCAN.find((name) => choices[name] !== undefined);
  if (chosen !== undefined) {
    const flag = `--${chosen.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new AnalyzerError('usage', { problem: `${flag} is for a scan, and an index is not scanned` }, { hint });
  }
  const reader = await openIndex(db, { signal });
  try {
    return reader.read((snapshot) => indexedProject(snapshot, label));
  } finally {
    reader.close();
  }
}

/** What stands in a folder. */
export async function scannedProject(folder: string, choices: ScanChoices, signal: AbortSignal): Promise<CodeProject> {
  const { jobs } = choices;
  const engine = openEngine(jobs === undefined ? {} : { jobs }, signal);
  const progress = new Progress(process.stderr);
  try {
    const options = completeOptions(chosenOptions(choices));
    return projectOf(await scan(folder, options, { engine, signal, onEvent: (event) => progress.on(event) }));
  } finally {
    progress.end();
    await engine.close();
  }
}
