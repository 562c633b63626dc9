import type { Command } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addEngine } from '../options/engine.ts';
import { formatOption } from '../options/format.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { addCache, addCopies, addJobs, addSelection } from '../options/scan.ts';
import { wholeNumber } from '../options/values.ts';
import type { ShowFlags } from './flags.ts';
import { SHOW_FORMATS } from './formats.ts';

const SHOW_EXAMPLES = `
Examples:
  analyzer show src/client.py            the copies of a file, with their code
  analyzer show src/client.py:120        those of a line
  analyzer show src/asyncio              what a folder is a copy of
  analyzer show g_0123456789abcdef0123   a group that scan or check names
  analyzer show src/client.py ~/redis    in another folder

Exit codes:
  0 done, 2 wrong usage, 3 not found, 70 internal or output failed,
  130 interrupted
`;

/** Adds `show`. */
export function addShow(program: Command): void {
  const show = program
    .command('show')
    .summary('show the copies of a file, line, folder or group')
    .description(
      'Show the copies of a file, a line, a folder or a group: where they are, what they have in common, and their code side by side. Nothing is executed.',
    )
    .argument('<target>', 'file, folder, FILE:LINE, or the id of a group; paths start at the folder')
    .argument('[folder]', 'folder to scan (default: current folder)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Output:')
    .addOption(formatOption(SHOW_FORMATS))
    .option('--limit <n>', 'show at most this number of groups (default 10)', wholeNumber(1), 10);
  addStyle(addOutputFile(show));
  addSelection(addConfiguration(show));
  addCopies(show);
  addJobs(addCache(addEngine(show)))
    .addHelpText('after', SHOW_EXAMPLES)
    .action(async (target: string, folder: string | undefined, flags: ShowFlags) => {
      const { showCommand } = await import('./run.ts');
      await showCommand(target, folder ?? '.', flags);
    });
}
