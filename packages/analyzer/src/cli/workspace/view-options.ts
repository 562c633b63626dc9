import { type Command, Option } from 'commander';
import { addStyle } from '../options/output.ts';
import { wholeNumber } from '../options/values.ts';
import { DEFAULT_LIMIT } from './flags.ts';

/** Options of `map` and `workspace export`: number of groups, source, style. */
export function addView(command: Command): Command {
  command
    .addOption(
      new Option('--limit <n>', `show this many groups (default ${DEFAULT_LIMIT})`)
        .argParser(wholeNumber(1))
        .default(DEFAULT_LIMIT),
    )
    .option('--no-source', 'exclude source text from the page')
    .option('--drafts', 'write one function for the copies of all listed groups, not only of the first ones');
  return addStyle(command);
}
