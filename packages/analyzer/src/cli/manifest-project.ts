import { AnalyzerError } from '@analyzer/contracts';
import { type CodeProject, projectOf } from '@analyzer/core/conformance/project.ts';
import { type IndexedSource, indexedSource } from '@analyzer/core/index/indexed-source.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import type { Value } from '@analyzer/core/manifest/tree.ts';
import { snapshotId } from '@analyzer/core/render/snapshot-id.ts';
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

/**
 * Reads the code that a manifest is held against.
 *
 * @param path of its folder, where it is no project of an index
 * @throws AnalyzerError `usage`; `unusable_index` when a project is not what was indexed
 */
export async function scannedProject(
  path: string | undefined,
  choices: ProjectChoice,
  signal: AbortSignal,
): Promise<CodeProject> {
  const { db, project: label } = choices;
  if (db === undefined && label === undefined) {
    return projectOf(await scanned(path ?? '.', completeOptions(chosenOptions(choices)), choices.jobs, signal));
  }
  if (db === undefined || label === undefined || path !== undefined) {
    throw new AnalyzerError(
      'usage',
      { problem: 'a project of an index is named by --db and --project, without a folder' },
      { hint: 'See `analyzer manifest check --help`.' },
    );
  }
  const { root, options, snapshotId: indexed } = await sourceIn(db, label);
  const result = await scanned(root, options, choices.jobs, signal);
  if ((await snapshotId(result, signal)) === indexed) return projectOf(result);
  throw new AnalyzerError(
    'unusable_index',
    { path: db, reason: `${label} changed since it was indexed` },
    { hint: 'Index it again with `analyzer workspace index`.' },
  );
}

async function sourceIn(db: string, label: string): Promise<IndexedSource> {
  const reader = await openIndex(db);
  try {
    return indexedSource(reader, label);
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
