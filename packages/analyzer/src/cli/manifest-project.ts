import { AnalyzerError } from '@analyzer/contracts';
import { type CodeProject, projectOf } from '@analyzer/core/conformance/project.ts';
import type { Value } from '@analyzer/core/manifest/tree.ts';
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

/** Scans the folder that a manifest is held against. */
export async function scannedProject(path: string, choices: ScanChoices, signal: AbortSignal): Promise<CodeProject> {
  const options = completeOptions(chosenOptions(choices));
  const engine = openEngine(choices.jobs, signal);
  const progress = new Progress(process.stderr);
  try {
    return projectOf(await scan(path, options, { engine, signal, onEvent: (event) => progress.on(event) }));
  } finally {
    progress.end();
    await engine.close();
  }
}
