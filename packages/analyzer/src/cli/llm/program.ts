import { Command, Option } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import { wholeNumber } from '../options/values.ts';

const MAX_CHARS = 10_000_000;

const EXAMPLES = `
Examples:
  analyzer diff main --format json -o diff.json
  analyzer-llm prepare diff.json > packet.json
  analyzer-llm validate packet.json reply.json

This program calls no model: send the packet with a client of your choice.
`;

const PREPARE_EXIT_CODES = `
Exit codes:
  0 done, 2 wrong usage, limit too small, no changes, or not a diff,
  3 no such file, 70 internal, 130 interrupted
`;

const VALIDATE_EXIT_CODES = `
Exit codes:
  0 accepted, 1 refused, 2 wrong usage or not a packet, 3 no such file,
  70 internal, 130 interrupted
`;

/**
 * Builds the command line of `analyzer-llm`. The code of a command is loaded when it runs.
 *
 * @param show receives the requested help or version
 */
export function buildLlmProgram(show: (text: string) => void): Command {
  const program = new Command('analyzer-llm')
    .description('Prepare the changes of a project for a language model, and check its answer.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError(true)
    .configureOutput({ writeOut: show, outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', EXAMPLES);
  program
    .command('prepare')
    .summary('write the packet of a diff to standard output')
    .description('Write the packet of a diff (analyzer.diff.v1) for a language model to standard output.')
    .configureHelp({ optionDescription: (option) => option.description })
    .argument('<diff.json>', 'diff of either engine')
    .addOption(
      new Option(
        '--max-chars <n>',
        'maximum characters of both messages, the schema of the answer included (default 24000)',
      ).argParser(wholeNumber(1, MAX_CHARS)),
    )
    .addHelpText('after', PREPARE_EXIT_CODES)
    .action(async (diff: string, flags: { maxChars?: number }) => {
      const { prepareCommand } = await import('./prepare.ts');
      await prepareCommand(diff, flags);
    });
  program
    .command('validate')
    .summary('check the answer of a model')
    .description('Check format and references of an answer (analyzer.diff-reply.v1), not whether it is true.')
    .argument('<packet.json>', 'packet of analyzer-llm prepare')
    .argument('<reply.json>', 'answer of the model')
    .addHelpText('after', VALIDATE_EXIT_CODES)
    .action(async (packet: string, reply: string) => {
      const { validateCommand } = await import('./validate.ts');
      await validateCommand(packet, reply);
    });
  return program;
}
