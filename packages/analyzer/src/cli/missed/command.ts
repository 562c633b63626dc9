import { CHANGE_CLASSES } from '@analyzer/core/missed/model.ts';
import { type Command, Option } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addEngine } from '../options/engine.ts';
import { formatOption } from '../options/format.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { addCache, addJobs, addSelection, addWithout } from '../options/scan.ts';
import { changeClasses, wholeNumber } from '../options/values.ts';
import type { MissedFlags } from './flags.ts';
import { MISSED_FORMATS } from './formats.ts';

const EXAMPLES = `
Examples:
  analyzer missed                          the last 500 commits that change code
  analyzer missed --since v2.0             commits since a tag
  analyzer missed --since 2026-01-31       commits since a day
  analyzer missed packages/api             changes and copies in one folder
  analyzer missed v2.0:.                   what was missed when v2.0 was released
  analyzer missed --index .analyzer/index.db   all projects of an index
  analyzer missed --include types,renames  also changes of types and of names
  analyzer missed --format json -o missed.json

The last commit is compared, not the work tree. Everything is read from git's
objects: nothing is checked out, fetched or run.

Exit codes:
  0 done, 2 wrong usage, 3 not found, 70 internal or output failed,
  130 interrupted
`;

/** Adds `missed`. */
export function addMissed(program: Command): void {
  const missed = program
    .command('missed')
    .summary('find changes that did not reach a copy')
    .description(
      'Search the history of a git repository for changes whose code had a copy that still is as the changed code was before. Nothing in the repository is executed.',
    )
    .argument('[path]', 'folder of a work tree, or REV:PATH (default: current folder)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('History:')
    .addOption(
      new Option(
        '--index <file>',
        'search all projects of this index, or URL of one, each as it was indexed',
      ).conflicts(['exclude', 'profile', 'gitignore', 'all', 'maxBytes']),
    )
    .option('--since <rev|date>', 'commits that this commit does not contain, or since this day (default: all)')
    .option('--commits <n>', 'at most this number of commits that change code (default 500)', wholeNumber(1));
  addWithout(
    missed
      .optionsGroup('Findings:')
      .option(
        '--include <classes>',
        `also list changes of these classes: ${CHANGE_CLASSES.slice(1).join(', ')}, or all`,
        changeClasses,
      ),
    'no changes and copies in these files (default: all)',
  )
    .option('--authors', 'show who wrote each commit')
    .optionsGroup('Output:')
    .addOption(formatOption(MISSED_FORMATS, ', or '))
    .option('--limit <n>', 'show at most this number of findings (default 20; terminal, markdown)', wholeNumber(0), 20);
  addStyle(addOutputFile(missed));
  addSelection(addConfiguration(missed));
  addJobs(addCache(addEngine(missed)))
    .addHelpText('after', EXAMPLES)
    .action(async (path: string | undefined, flags: MissedFlags) => {
      const { missedCommand } = await import('./run.ts');
      await missedCommand(path, flags);
    });
}
