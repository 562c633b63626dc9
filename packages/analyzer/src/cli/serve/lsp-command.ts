import type { Command } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addEngine } from '../options/engine.ts';
import { addCache, addCopies, addInclude, addJobs, addSelection, addWithout } from '../options/scan.ts';
import type { LspFlags } from './lsp-flags.ts';
import type { Installation } from './servers.ts';

const LSP_HELP = `
An editor starts this command in the folder of the project, and names the
folders that it shows.

Exit codes:
  0 the editor ended it, 1 the connection closed before that, 2 wrong usage,
  70 internal
`;

/** Adds `lsp`. */
export function addLsp(program: Command, installation: Installation): void {
  const lsp = program
    .command('lsp')
    .summary('show copies, new import cycles and broken contracts in an editor')
    .description(
      'Serve the Language Server Protocol over standard input and output: copies, new import cycles, violated contracts, edits that copies lack, and new code that another project has. Nothing in the project is executed.',
    )
    .argument('[path]', 'project folder (default: the folders of the editor)')
    .configureHelp({ optionDescription: (option) => option.description })
    // Editors add it by default.
    .option('--stdio', 'use standard input and output, which is the only way')
    .option(
      '--contracts <file>',
      'manifest of contracts, relative to the project folder (default: contracts.json or the like in it)',
    )
    .option(
      '--index <db>',
      'also show new declarations that another project of this index has; a file, or the URL of a PostgreSQL database',
    );
  addSelection(addConfiguration(lsp));
  addWithout(addCopies(lsp), 'leave out copies and cycles of these files (default: generated,configuration)');
  addInclude(lsp, 'also show copies that the list of a scan puts apart');
  addJobs(addCache(addEngine(lsp)))
    .addHelpText('after', LSP_HELP)
    .action(async (path: string | undefined, flags: LspFlags) => {
      const { lspCommand } = await import('./lsp.ts');
      await lspCommand(path, flags, installation);
    });
}
