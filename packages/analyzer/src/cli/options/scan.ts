import type { CodeClass } from '@analyzer/core/lists/list-classes.ts';
import { FILE_CLASSES, type FileClass } from '@analyzer/core/scan/file-classes.ts';
import type { GroupKind, ScanOptions } from '@analyzer/core/scan/model.ts';
import { type Command, Option } from 'commander';
import type { ConfigurationChoice } from './configuration.ts';
import { collect, copyNodes, fileClasses, findingClasses, groupKinds, wholeNumber } from './values.ts';

/** Choices of all commands that scan; a flag that is not set is absent. */
export interface ScanChoices extends ConfigurationChoice {
  exclude?: string[];
  profile?: 'logic' | 'inventory';
  all?: true;
  gitignore?: false;
  maxBytes?: number;
  sourceRoot?: string[];
  minNodes?: number;
  minNear?: number;
  minBlock?: number;
  minBlockShape?: number;
  testGlob?: string[];
  generatedGlob?: string[];
  kinds?: GroupKind[];
  jobs?: number;
  cacheDir?: string;
}

/** Options that select files. */
export function addSelection(command: Command): Command {
  return (
    command
      .optionsGroup('Selection of files:')
      .option('--exclude <glob>', 'exclude matching paths (repeatable)', collect)
      .addOption(
        new Option(
          '--profile <name>',
          'logic (default): code, tests, manifests; inventory: data and settings too',
        ).choices(['logic', 'inventory']),
      )
      .option('--no-gitignore', 'include files that Git ignores')
      // Commander's default would be true, as if the user had chosen it.
      .setOptionValueWithSource('gitignore', undefined, 'default')
      .option('--all', 'no default exclusions, no .gitignore or .analyzerignore; profile inventory')
      .option('--max-bytes <n>', 'parse files up to this size (default 2097152), 0 for no limit', wholeNumber(0))
  );
}

/** Options of an analysis without copies. */
export function addAnalysis(command: Command): Command {
  return command
    .optionsGroup('Analysis:')
    .option('--source-root <dir>', 'resolve imports from this folder too (repeatable)', collect)
    .option('--test-glob <glob>', 'matching files are tests (repeatable)', collect)
    .option('--generated-glob <glob>', 'matching files are generated (repeatable)', collect)
    .option('--min-nodes <n>', 'compare functions with at least this many syntax nodes (default 12)', wholeNumber(1));
}

/** Options of an analysis with copies. */
export function addCopies(command: Command): Command {
  return addAnalysis(command)
    .option(
      '--min-near <n>',
      'compare declarations with at least this many syntax nodes for near (default 30)',
      copyNodes,
    )
    .option('--min-block <n>', 'compare blocks with at least this many syntax nodes (default 30)', copyNodes)
    .option(
      '--min-block-shape <n>',
      'compare renamed blocks with at least this many syntax nodes (default 50)',
      copyNodes,
    )
    .option(
      '--kinds <kinds>',
      'kinds of copies, with commas: function-body, function-shape, near, block, block-shape, or all (default all)',
      groupKinds,
    );
}

/** Classes of files that a command leaves out; a flag that is not set is absent. */
export interface ClassChoice {
  without?: FileClass[];
}

/** Classes of copies that count, although a list puts them apart; a flag that is not set is absent. */
export interface FindingChoice extends ClassChoice {
  include?: CodeClass[];
}

/** Nobody edits generated files, and the configuration of packages repeats itself. */
const NOT_COUNTED: FileClass[] = ['generated', 'configuration'];

/** What counts as a copy that someone adds, in a check and while a project is edited. */
export function countedClasses({ without = NOT_COUNTED, include = [] }: FindingChoice): Required<FindingChoice> {
  return { without, include };
}

/** The option that lets copies count that a list puts apart. */
export function addInclude(command: Command, effect: string): Command {
  return command.option('--include <classes>', `${effect}: small, data, or all`, findingClasses);
}

/** The option that leaves out files of some classes. */
export function addWithout(command: Command, effect: string): Command {
  return command.option(
    '--without <classes>',
    `${effect}, with commas: ${FILE_CLASSES.join(', ')}, or all`,
    fileClasses,
  );
}

export function addCache(command: Command): Command {
  return command.option('--cache-dir <dir>', 'cache parse results in this folder, so that the next run is faster');
}

export function addJobs(command: Command): Command {
  return command.option(
    '--jobs <n>',
    'files to parse at once, 1 to 64 (default: number of processors)',
    wholeNumber(1, 64),
  );
}

export function chosenOptions(choices: ScanChoices): Partial<ScanOptions> {
  return {
    all: choices.all ?? false,
    exclude: choices.exclude ?? [],
    source_roots: choices.sourceRoot ?? [],
    test_globs: choices.testGlob ?? [],
    generated_globs: choices.generatedGlob ?? [],
    ...(choices.config === false && { config: false }),
    ...(choices.gitignore === undefined ? {} : { gitignore: choices.gitignore }),
    ...(choices.profile === undefined ? {} : { profile: choices.profile }),
    ...(choices.maxBytes === undefined ? {} : { max_bytes: choices.maxBytes }),
    ...(choices.minNodes === undefined ? {} : { min_nodes: choices.minNodes }),
    ...(choices.minNear === undefined ? {} : { min_near_nodes: choices.minNear }),
    ...(choices.minBlock === undefined ? {} : { min_block_nodes: choices.minBlock }),
    ...(choices.minBlockShape === undefined ? {} : { min_block_shape_nodes: choices.minBlockShape }),
    ...(choices.kinds === undefined ? {} : { kinds: choices.kinds }),
  };
}
