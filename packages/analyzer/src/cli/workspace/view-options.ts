import { type Command, Option } from 'commander';
import { addStyle } from '../options/output.ts';
import { wholeNumber } from '../options/values.ts';
import { DEFAULT_LIMIT } from './flags.ts';

/** Options of `map` and `workspace export`: how many groups are shown, with or without source, in which style. */
export function addView(command: Command): Command {
  command
    .addOption(
      new Option('--limit <n>', `show this many groups (default ${DEFAULT_LIMIT})`)
        .argParser(wholeNumber(1))
        .default(DEFAULT_LIMIT),
    )
    .option('--no-source', 'put no source text into the page');
  return addStyle(command);
}
