import { AnalyzerError } from '@analyzer/contracts';
import { discover } from '@analyzer/core/discovery/discover.ts';
import type { WantedProject } from '@analyzer/core/queue/enqueue.ts';
import { labelOf, parseSource, type Source, sourceText } from '@analyzer/core/queue/source/source.ts';
import { chosenOptions } from '../options/scan.ts';
import type { EnqueueFlags } from './flags.ts';

/** A project whose revision is not known yet. */
export interface ChosenProject extends Omit<WantedProject, 'revision'> {
  from: Source;
}

/** The projects of the sources, or with `--discover` those in them. */
export function wantedProjects(texts: readonly string[], flags: EnqueueFlags): ChosenProject[] {
  if (flags.discover) return discovered(texts, flags);
  const options = chosenOptions(flags);
  return texts.map(parseSource).map((from) => {
    return { from, source: sourceText(from), label: flags.label ?? labelOf(from), options };
  });
}

/** Names and options of the projects are those of `workspace index --discover`. */
function discovered(texts: readonly string[], flags: EnqueueFlags): ChosenProject[] {
  const sources = texts.map(parseSource);
  const other = sources.find(({ kind }) => kind !== 'folder');
  if (other !== undefined) {
    const problem = `--discover searches folders, and ${other.location} is none`;
    throw new AnalyzerError('usage', { problem }, { hint: 'Enqueue archives and repositories without --discover.' });
  }
  const chosen = chosenOptions(flags);
  const folders = sources.map(({ location }) => location);
  return discover(folders, { discover: true, split: false, scan: chosen }).projects.map(({ label, root, options }) => {
    // Other options are the same for all; of a project without --discover the job is the same.
    const own = { exclude: options.exclude, source_roots: options.source_roots };
    return { from: { kind: 'folder', location: root }, source: root, label, options: { ...chosen, ...own } };
  });
}
