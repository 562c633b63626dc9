import type { RelateInput, Relations } from '#relate/input.ts';
import { relateInSteps } from '#relate/relate.ts';
import { GitAttributes } from '#tree/gitignore/git-attributes.ts';
import { pause } from '#tree/pause.ts';
import type { TreeSource } from '#tree/source.ts';
import { finishedScan } from './finished-scan.ts';
import { leftOutPaths } from './left-out-paths.ts';
import { type ListedProject, listProject } from './list-project.ts';
import type { Entry, FileEntry, Scan, ScanOptions } from './model.ts';
import { copyLimits, needElements } from './options.ts';
import { type Outcomes, readEntries } from './read-entries.ts';
import { readSettings } from './read-settings.ts';
import type { ScanContext } from './scan-context.ts';

/** Lists, reads and relates a project file by file. */
export async function scanFiles(
  project: TreeSource,
  options: ScanOptions,
  outcomes: Outcomes,
  context: ScanContext,
): Promise<Scan> {
  const listed = await listProject(project, options, context);
  const { source, found, excluded, gitProblems, started } = listed;
  const { engine, onEvent, signal, wantsGrams, withoutUses = false } = context;
  const attributes = await GitAttributes.read(source, [...found, ...excluded]);
  const entries = await readEntries(source, found, {
    engine,
    maxBytes: options.max_bytes,
    roles: options,
    wantsGrams,
    elements: needElements(options.kinds),
    withoutUses,
    outcomes,
    onEvent,
    signal,
    attributes,
  });
  engine.rest();
  const cache = engine.cache?.report();
  const relations = await relateEntries(listed, entries, context);
  return finishedScan(
    { source, options, started, read: { entries, relations, excluded, gitProblems, cache } },
    context,
  );
}

/** Relates the entries of a listed project. @throws {AnalyzerError} `cancelled` */
export async function relateEntries(
  listed: ListedProject,
  entries: readonly Entry[],
  {
    onEvent,
    signal,
    withoutCalls = false,
    withCopyEvidence = false,
    withoutFolding = false,
    decodedUnits,
  }: Omit<ScanContext, 'engine'>,
): Promise<Relations> {
  onEvent?.({ type: 'relating' });
  const { source, options, found } = listed;
  const { source_roots, min_nodes, kinds } = options;
  const input: RelateInput = {
    files: entries.filter(isFile),
    left_out: leftOutPaths(listed),
    source_roots,
    settings: await readSettings(source, found, signal),
    min_nodes,
    kinds,
    limits: copyLimits(options),
    without_calls: withoutCalls,
    with_copy_evidence: withCopyEvidence,
    without_folding: withoutFolding,
    decoded_units: decodedUnits,
  };
  // Interrupts are handled between two steps.
  const steps = relateInSteps(input);
  for (;;) {
    await pause(signal);
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function isFile(entry: Entry): entry is FileEntry {
  return entry.kind === 'file';
}
