import { AnalyzerError } from '@analyzer/contracts';
import { indexedProject } from '@analyzer/core/conformance/indexed-project.ts';
import { type CodeProject, projectOf } from '@analyzer/core/conformance/project.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import type { Value } from '@analyzer/core/manifest/tree.ts';
import type { Scan, ScanOptions } from '@analyzer/core/scan/model.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { openEngine } from './engine.ts';
import { defaultManifests, type OpenedManifest, openManifest } from './manifest-file.ts';
import { Progress } from './progress.ts';
import { chosenOptions, type ScanChoices } from './scan-options.ts';

/** A manifest that a program can go by. */
export interface SoundManifest extends OpenedManifest {
  root: Value;
}

/** @throws AnalyzerError `invalid_file` when it has errors; as `openManifest` */
export async function soundManifest(path: string | undefined): Promise<SoundManifest> {
  const [name = ''] = path === undefined ? defaultManifests() : [path];
  const manifest = await openManifest(name);
  const { root, findings, readable } = manifest;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (root !== undefined && readable && errors === 0) return { ...manifest, root };
  throw new AnalyzerError(
    'invalid_file',
    { path: name, problem: `it is no valid manifest: ${errors} ${errors === 1 ? 'error' : 'errors'}` },
    { hint: `See \`analyzer manifest validate ${name}\`.` },
  );
}

/** What a manifest is held against: a folder, or a project of an index. */
export interface ProjectChoice extends ScanChoices {
  db?: string;
  project?: string;
}

/** What a project of an index has been given already. */
const OF_A_SCAN = ['all', 'exclude', 'jobs', 'maxBytes', 'minNodes', 'profile', 'sourceRoot'] as const;

/**
 * Reads the code that a manifest is held against: what stands in a folder, or what an index holds of a project.
 *
 * @param path of its folder, where it is no project of an index
 * @throws AnalyzerError `usage`; `not_found`; what opening an index throws
 */
export async function codeProject(
  path: string | undefined,
  choices: ProjectChoice,
  signal: AbortSignal,
): Promise<CodeProject> {
  const { db, project: label } = choices;
  if (db === undefined && label === undefined) {
    return projectOf(await scanned(path ?? '.', completeOptions(chosenOptions(choices)), choices.jobs, signal));
  }
  const hint = 'See `analyzer manifest check --help`.';
  if (db === undefined || label === undefined || path !== undefined) {
    const problem = 'a project of an index is named by --db and --project, without a folder';
    throw new AnalyzerError('usage', { problem }, { hint });
  }
  const chosen = OF_A_SCAN.find((name) => choices[name] !== undefined);
  if (chosen !== undefined) {
    const flag = `--${chosen.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new AnalyzerError('usage', { problem: `${flag} is for a scan, and an index is not scanned` }, { hint });
  }
  const reader = await openIndex(db);
  try {
    return reader.read((snapshot) => indexedProject(snapshot, label));
  } finally {
    reader.close();
  }
}

async function scanned(
  path: string,
  options: ScanOptions,
  jobs: number | undefined,
  signal: AbortSignal,
): Promise<Scan> {
  const engine = openEngine(jobs === undefined ? {} : { jobs }, signal);
  const progress = new Progress(process.stderr);
  try {
    return await scan(path, options, { engine, signal, onEvent: (event) => progress.on(event) });
  } finally {
    progress.end();
    await engine.close();
  }
}
