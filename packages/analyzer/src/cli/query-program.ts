import { type Command, Option } from 'commander';
import { DEFAULT_DB } from './index-flags.ts';
import { wholeNumber } from './option-values.ts';
import type { QueryFlags } from './query-flags.ts';

const DEFAULT_SECONDS = 30;
/** A day. */
const MOST_SECONDS = 86_400;

const EXAMPLES = `
Examples:
  analyzer workspace query --operation summary --pretty
  analyzer workspace query --operation clones --params '{"limit": 10}'
  analyzer workspace query --operation nodes --params '{"name": "parse*"}'
  analyzer workspace query --db shared.db --request question.json

The answer is JSON (analyzer.result.v1) on stdout; what is wrong is JSON
(analyzer.problem.v1) on stderr.

Exit codes:
  0 done, 2 wrong usage or request, 3 no such index, file or id,
  4 no index of this program or another snapshot, 5 request or answer too large,
  7 busy, 70 internal or not written, 124 too late, 130 interrupted
`;

/** `workspace query`. */
export function addQuery(workspace: Command): void {
  workspace
    .command('query')
    .summary('ask an index one question')
    .description('Ask an index one question. It reads nothing but the index.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(new Option('--db <file>', `the index (default ${DEFAULT_DB})`).default(DEFAULT_DB))
    .optionsGroup('Question:')
    .option('--request <file>', 'a whole request (analyzer.request.v1); - reads standard input')
    .option('--operation <name>', 'what is asked; an unknown name is answered with all there are')
    .option('--params <json>', 'its parameters, a JSON object')
    .optionsGroup('Answer:')
    .option('--pretty', 'indent the JSON')
    .addOption(
      new Option('--timeout <seconds>', `give up after so long (default ${DEFAULT_SECONDS})`)
        .argParser(wholeNumber(1, MOST_SECONDS))
        .default(DEFAULT_SECONDS),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (flags: QueryFlags) => {
      const { queryCommand } = await import('./query-command.ts');
      await queryCommand(flags);
    });
}
