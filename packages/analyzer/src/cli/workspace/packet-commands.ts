import { type Command, Option } from 'commander';
import { dbOption } from '../options/db.ts';
import { addOutputFile } from '../options/output.ts';
import { collect, wholeNumber } from '../options/values.ts';
import type { ContextFlags, ProposalFlags } from './flags.ts';

const MAX_CHARS = 10_000_000;

const CONTEXT_EXAMPLES = `
Examples:
  analyzer workspace context --group-id g_655da8e80910a6583843 -o packet.json
  analyzer workspace context --group-id g_… --include-source --max-chars 60000

The packet (analyzer.context.v1) is for a language model of your choice: this
program calls none. Check its answer with analyzer workspace validate.

Exit codes:
  0 done, 2 wrong usage, limit too small, or the file exists,
  3 no such group, 4 no index yet or no index of this program,
  70 internal or not written, 130 interrupted
`;

const VALIDATE_EXAMPLES = `
Examples:
  analyzer workspace validate packet.json reply.json
  analyzer workspace validate packet.json reply.json --db .analyzer/index.db

Ids, quotes and paths of the proposal are compared with the packet, and with
--db also the state of the index. This proves where the proposal comes from,
not that it is true. The result is JSON (analyzer.proposal-check.v1).

Exit codes:
  0 accepted, 1 refused, 2 wrong usage or not a packet, 3 no such file,
  4 no index of this program, 70 internal, 130 interrupted
`;

/** Adds `workspace context`. */
export function addContext(workspace: Command): void {
  const context = workspace
    .command('context')
    .summary('write an evidence packet for a model')
    .description('Write a packet for a language model about clone groups: evidence, and the form of the answer.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(dbOption())
    .option('--group-id <id>', 'clone group, such as g_655da8e80910a6583843 (repeatable)', collect)
    .option('--include-source', 'include source text, from files that have not changed')
    .addOption(
      new Option(
        '--max-chars <n>',
        'maximum characters of both messages, the schema of the answer included (default 24000)',
      ).argParser(wholeNumber(1, MAX_CHARS)),
    );
  addOutputFile(context)
    .addHelpText('after', CONTEXT_EXAMPLES)
    .action(async (flags: ContextFlags) => {
      const { contextCommand } = await import('./context.ts');
      await contextCommand(flags);
    });
}

/** Adds `workspace validate`. */
export function addValidate(workspace: Command): void {
  workspace
    .command('validate')
    .summary('check the answer of a model to a packet')
    .description('Check the answer of a language model against the packet that it answers.')
    .argument('<context.json>', 'packet of workspace context')
    .argument('<proposal.json>', 'answer of the model (analyzer.proposal.v1)')
    .option('--db <file>', 'index to compare too (default: none)')
    .addHelpText('after', VALIDATE_EXAMPLES)
    .action(async (packet: string, proposal: string, flags: ProposalFlags) => {
      const { validateCommand } = await import('./validate.ts');
      await validateCommand(packet, proposal, flags);
    });
}
