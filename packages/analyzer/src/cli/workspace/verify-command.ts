import { type Command, Option } from 'commander';
import { dbOption } from '../options/db.ts';
import { groupKinds } from '../options/values.ts';
import type { VerifyFlags } from './verify.ts';

const VERIFY_EXAMPLES = `
Examples:
  analyzer workspace verify
  analyzer workspace verify --db shared.db
  analyzer workspace verify --kinds function-body,function-shape

Two indexes with one root have the same groups with the same occurrences.

Exit codes:
  0 the rows are those of the root, 1 they differ, 2 wrong usage,
  3 no such index, 4 no index of this program, 70 internal, 130 interrupted
`;

/** Adds `workspace verify`. */
export function addVerify(workspace: Command): void {
  workspace
    .command('verify')
    .summary('compare the groups of an index with its root')
    .description(
      'Compute the root of an index from its groups, and compare it with the stored one, range by range. On a server, compare all rows with the digests that their publication stored.',
    )
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(dbOption())
    .addOption(
      new Option('--kinds <kinds>', 'print the root of these kinds, which no index stores').argParser(groupKinds),
    )
    .addHelpText('after', VERIFY_EXAMPLES)
    .action(async (flags: VerifyFlags) => {
      const { verifyCommand } = await import('./verify.ts');
      await verifyCommand(flags);
    });
}
