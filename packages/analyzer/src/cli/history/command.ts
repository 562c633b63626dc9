import { NEAR_STEPS } from '@analyzer/core/history/model.ts';
import { type Command, Option } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addEngine } from '../options/engine.ts';
import { formatOption } from '../options/format.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { addCache, addCopies, addJobs, addSelection } from '../options/scan.ts';
import { shareLimits } from '../options/share-limits.ts';
import { wholeNumber } from '../options/values.ts';
import type { HistoryFlags } from './flags.ts';
import { HISTORY_FORMATS } from './formats.ts';

const EXAMPLES = `
Examples:
  analyzer history                         60 commits of the whole history
  analyzer history --since 2026-01-31      commits since a day
  analyzer history --since v2.0 --every 1  commits since a tag
  analyzer history packages/api            one folder
  analyzer history --near all              similar functions at each step too
  analyzer history --format json -o history.json
  analyzer history --format openmetrics    for a time series database
  analyzer history --post http://127.0.0.1:8000 --max-share 5

Only first parents are counted: what the branch was after each commit or merge.
Everything is read from git's objects: nothing is checked out, fetched or run.

Exit codes:
  0 done, 2 wrong usage, 3 not found, 7 the dashboard does not answer,
  70 internal or output failed, 130 interrupted
`;

/** Adds `history`. */
export function addHistory(program: Command): void {
  const history = program
    .command('history')
    .summary('count copies over time')
    .description(
      'Count repeated lines, groups of copies and import cycles of a folder at commits of its git history. Nothing in the repository is executed.',
    )
    .argument('[path]', 'folder of a work tree, or REV:PATH (default: current folder)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('History:')
    .option('--since <rev|date>', 'commits that this commit does not contain, or since this day (default: all)')
    .option('--every <n>', 'every n-th commit that changed the folder (default 1)', wholeNumber(1), 1)
    .option('--limit <n>', 'at most this number of steps, spread evenly (default 60)', wholeNumber(1), 60)
    .addOption(
      new Option(
        '--near <steps>',
        'compare similar functions at some (every tenth step and both ends, default), all or none of the steps',
      )
        .choices([...NEAR_STEPS])
        .default('some'),
    )
    .optionsGroup('Output:')
    .addOption(formatOption(HISTORY_FORMATS));
  addStyle(addOutputFile(history))
    .optionsGroup('Dashboard:')
    .option(
      '--post <url>',
      'send shares of repeated lines above a limit to this dashboard: numbers and commit ids only',
    )
    .option(
      '--max-share <limit>',
      'limit for --post: 5 for 5 % of product code, tests=20 for tests (repeatable)',
      shareLimits,
    )
    .option('--service <name>', 'service in the dashboard (default analyzer)', 'analyzer');
  addCopies(addSelection(addConfiguration(history)));
  addJobs(addCache(addEngine(history)))
    .addHelpText('after', EXAMPLES)
    .action(async (path: string | undefined, flags: HistoryFlags) => {
      const { historyCommand } = await import('./run.ts');
      await historyCommand(path ?? '.', flags);
    });
}
