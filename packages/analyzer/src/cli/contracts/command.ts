import type { Command } from 'commander';

const EXAMPLES = `
Examples:
  analyzer contracts --dir schemas

An editor checks a manifest that starts with
  { "$schema": "./schemas/contract-manifest.schema.json", …

Exit codes:
  0 done, 2 wrong usage or a file of another program exists,
  70 internal or not written
`;

/** Adds `contracts`. */
export function addContracts(program: Command): void {
  program
    .command('contracts')
    .summary('write JSON Schemas, grammars and the protobuf definition')
    .description(
      'Write the JSON Schemas (2020-12) of all formats, the grammars of replies (GBNF) and the protobuf definition.',
    )
    .requiredOption('--dir <dir>', 'output folder; created if missing')
    .addHelpText('after', EXAMPLES)
    .action(async ({ dir }: { dir: string }) => {
      const { contractsCommand } = await import('./run.ts');
      await contractsCommand(dir);
    });
}
