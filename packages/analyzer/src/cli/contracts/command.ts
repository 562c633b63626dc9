import type { Command } from 'commander';

const EXAMPLES = `
Examples:
  analyzer contracts --dir schemas

An editor checks a manifest that begins with
  { "$schema": "./schemas/contract-manifest.schema.json", …

Exit codes:
  0 done, 2 wrong usage or another program's file is there,
  70 internal or not written
`;

/** `contracts`. */
export function addContracts(program: Command): void {
  program
    .command('contracts')
    .summary('write the schemas of what this program reads and writes')
    .description('Write the JSON Schemas (2020-12) of what this program reads and writes, one file each.')
    .requiredOption('--dir <dir>', 'folder to write them to; it is made when it is not there')
    .addHelpText('after', EXAMPLES)
    .action(async ({ dir }: { dir: string }) => {
      const { contractsCommand } = await import('./run.ts');
      await contractsCommand(dir);
    });
}
