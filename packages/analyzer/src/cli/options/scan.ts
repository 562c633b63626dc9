import type { ScanOptions } from '@analyzer/core/scan/model.ts';
import { type Command, Option } from 'commander';
import { collect, wholeNumber } from './values.ts';

/** What every command that scans lets people choose; a flag that nobody set is absent. */
export interface ScanChoices {
  exclude?: string[];
  profile?: 'logic' | 'inventory';
  all?: true;
  maxBytes?: number;
  sourceRoot?: string[];
  minNodes?: number;
  jobs?: number;
  cacheDir?: string;
}

/** Options of what is scanned. */
export function addSelection(command: Command): Command {
  return command
    .optionsGroup('What is scanned:')
    .option('--exclude <glob>', 'leave out matching paths (repeatable)', collect)
    .addOption(
      new Option(
        '--profile <name>',
        'logic (default): code, tests, manifests; inventory: data and settings too',
      ).choices(['logic', 'inventory']),
    )
    .option('--all', 'no default exclusions, no .analyzerignore; profile inventory')
    .option('--max-bytes <n>', 'parse files up to this size (default 2097152), 0 for any', wholeNumber(0));
}

/** Options of how code is related and compared. */
export function addAnalysis(command: Command): Command {
  return command
    .optionsGroup('Analysis:')
    .option('--source-root <dir>', 'resolve imports from this folder too (repeatable)', collect)
    .option('--min-nodes <n>', 'compare functions from this many syntax nodes on (default 12)', wholeNumber(1));
}

export function addCache(command: Command): Command {
  return command.option('--cache-dir <dir>', 'keep what is parsed here, so that the next run need not parse it again');
}

export function addJobs(command: Command): Command {
  return command.option('--jobs <n>', 'files to parse at once, 1 to 64 (default: one a processor)', wholeNumber(1, 64));
}

export function chosenOptions(choices: ScanChoices): Partial<ScanOptions> {
  return {
    all: choices.all ?? false,
    exclude: choices.exclude ?? [],
    source_roots: choices.sourceRoot ?? [],
    ...(choices.profile === undefined ? {} : { profile: choices.profile }),
    ...(choices.maxBytes === undefined ? {} : { max_bytes: choices.maxBytes }),
    ...(choices.minNodes === undefined ? {} : { min_nodes: choices.minNodes }),
  };
}
