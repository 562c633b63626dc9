import { statSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { indexedProject } from '@analyzer/core/conformance/indexed-project.ts';
import { type CodeProject, projectOf } from '@analyzer/core/conformance/project.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { textsOf } from '@analyzer/core/scan/file-texts.ts';
import { completeOptions, FUNCTION_KINDS } from '@analyzer/core/scan/options.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { Folder } from '@analyzer/core/tree/folder.ts';
import { openEngine } from '../engine/open.ts';
import { isFolder, type SoundManifest, soundManifest } from '../input/manifest.ts';
import { isOnlyFromFile, SETTING_FLAGS, SETTING_NAMES } from '../options/configuration.ts';
import { chosenOptions, type ScanChoices } from '../options/scan.ts';
import { Progress } from '../output/progress.ts';

/** A manifest, and the default folder of the code: the folder in which it was found. */
export interface ProjectManifest {
  manifest: SoundManifest;
  folder: string;
}

/**
 * @param path of a manifest or of a folder with one; default is the current folder
 * @param project folder of the code, if named
 * @throws AnalyzerError as `soundManifest`
 */
export async function projectManifest(path: string | undefined, project: string | undefined): Promise<ProjectManifest> {
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

/** The code to check: a folder, or a project of an index. */
export interface ProjectChoice extends ScanChoices {
  db?: string;
  project?: string;
}

/**
 * Reads the code to check.
 *
 * @param folder of the code, unless it is a project of an index
 * @param isNamed whether the user named that folder
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
    const problem = 'a project of an index needs --db and --project, and no folder';
    throw new AnalyzerError('usage', { problem }, { hint });
  }
  const option = scanOption(choices);
  if (option !== undefined) {
    throw new AnalyzerError(
      'usage',
      { problem: `${option} is an option of scans, but an index is not scanned` },
      { hint },
    );
  }
  const reader = await openIndex(db, { signal });
  try {
    return reader.read((snapshot) => indexedProject(snapshot, label));
  } finally {
    reader.close();
  }
}

/** An option of scans on the command line, which has no effect on an index. */
function scanOption(choices: ProjectChoice): string | undefined {
  if (choices.jobs !== undefined) return '--jobs';
  const chosen = SETTING_NAMES.find((name) => {
    if (name === 'cycles' || name === 'without' || name === 'include' || name === 'max_share' || name === 'contracts')
      return false;
    return choices[SETTING_FLAGS[name].flag] !== undefined && !isOnlyFromFile(choices, name);
  });
  return chosen && SETTING_FLAGS[chosen].option;
}

/** The code in a folder. */
export async function scannedProject(folder: string, choices: ScanChoices, signal: AbortSignal): Promise<CodeProject> {
  const { jobs } = choices;
  const engine = openEngine(jobs === undefined ? {} : { jobs }, signal);
  const progress = new Progress(process.stderr);
  try {
    // Contracts do not depend on copies.
    const options = completeOptions({ ...chosenOptions(choices), kinds: [...FUNCTION_KINDS] });
    const result = await scan(folder, options, { engine, signal, onEvent: (event) => progress.on(event) });
    return projectOf(result, await textsOf(result, new Folder(folder), signal));
  } finally {
    progress.end();
    await engine.close();
  }
}
