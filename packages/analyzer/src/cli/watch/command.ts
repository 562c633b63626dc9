import { type Command, Option } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addEngine } from '../options/engine.ts';
import { formatOption } from '../options/format.ts';
import { addStyle } from '../options/output.ts';
import { addCache, addCopies, addInclude, addJobs, addSelection, addWithout } from '../options/scan.ts';
import type { WatchFlags } from './flags.ts';
import { WATCH_FORMATS } from './formats.ts';

const WATCH_EXAMPLES = `
Examples:
  analyzer watch                           copies and cycles that you add or remove
  analyzer watch packages/api --min-nodes 30
  analyzer watch --index ~/work/.analyzer/index.db
  analyzer watch --format json             one JSON object per line

Exit codes:
  2 wrong usage, or this installation cannot watch files, 3 not found, deleted or
  not watchable, 70 internal or output failed, 130 ended with Ctrl-C
`;

/** Adds `watch`. */
export function addWatch(program: Command): void {
  const watch = program
    .command('watch')
    .summary('show the effect of changed files on copies')
    .description(
      'Watch a project: whenever files change, show the groups of copies and the import cycles that changed, and changes that a copy lacks. Nothing in it is executed.',
    )
    .argument('[path]', 'project folder (default: current folder)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Output:')
    .addOption(formatOption(WATCH_FORMATS, ', or '));
  addSelection(addConfiguration(addStyle(watch)));
  addCopies(watch).addOption(
    new Option('--cycles <imports>', 'cycles of imports that run at load (default), or of all imports')
      .choices(['load', 'all'])
      .default('load'),
  );
  watch.option(
    '--index <db>',
    'also show new declarations that another project of this index has; a file, or the URL of a PostgreSQL database',
  );
  addWithout(watch, 'leave out copies and cycles of these files (default: generated,configuration)');
  addInclude(watch, 'also show copies that the list of a scan puts apart');
  addJobs(addCache(addEngine(watch)))
    .addHelpText('after', WATCH_EXAMPLES)
    .action(async (path: string | undefined, flags: WatchFlags) => {
      const { watchCommand } = await import('./run.ts');
      await watchCommand(path ?? '.', flags);
    });
}
