import { AnalyzerError } from '@analyzer/contracts';
import { discover } from '@analyzer/core/discovery/discover.ts';
import type { WantedProject } from '@analyzer/core/queue/enqueue.ts';
import { labelOf, parseSource, type Source, sourceText } from '@analyzer/core/queue/source/source.ts';
import { chosenOptions } from '../options/scan.ts';
import type { EnqueueFlags } from './flags.ts';
import type { ListedSource } from './listed-sources.ts';

/** A project whose revision is not known yet. */
export interface ChosenProject extends Omit<WantedProject, 'revision'> {
  from: Source;
  /** The user did not choose the label: a repository keeps the one that it has in the queue. */
  isDefaultLabel: boolean;
}

/** The projects of the sources, or with `--discover` those in them. */
export function wantedProjects(listed: readonly ListedSource[], flags: EnqueueFlags): ChosenProject[] {
  if (flags.discover) return discovered(listed, flags);
  const options = chosenOptions(flags);
  return listed.map(({ text, label = flags.label }) => {
    const from = parseSource(text);
    const isDefaultLabel = label === undefined && from.kind === 'git';
    return { from, source: sourceText(from), label: label ?? labelOf(from), options, isDefaultLabel };
  });
}

/** Names and options of the projects are those of `workspace index --discover`. */
function discovered(listed: readonly ListedSource[], flags: EnqueueFlags): ChosenProject[] {
  const sources = listed.map(({ text }) => parseSource(text));
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
    const from: Source = { kind: 'folder', location: root };
    return { from, source: root, label, options: { ...chosen, ...own }, isDefaultLabel: false };
  });
}
