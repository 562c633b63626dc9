import type { Command } from 'commander';
import { DEFAULT_DB } from '../options/db.ts';
import type { ImportFlags } from './import.ts';

const IMPORT_EXAMPLES = `
Examples:
  analyzer workspace export --db a.db --format parquet -o a
  analyzer workspace import --from a --db b.db
  analyzer workspace import --from a --db postgres://me@db.example/code

The index has the snapshot id, the root and the answers of the exported one.

Exit codes:
  0 done, 2 wrong usage, or an export that is damaged or of another version,
  3 a missing file or database, or no permission, 4 --db is not an
  index, 7 another process is writing it, or no server,
  70 internal or not written, 130 interrupted
`;

/** Adds `workspace import`. */
export function addImport(workspace: Command): void {
  workspace
    .command('import')
    .summary('make an index from a Parquet export')
    .description('Make an index from an export with --format parquet; it replaces the earlier one.')
    .configureHelp({ optionDescription: (option) => option.description })
    .requiredOption('--from <dir>', 'folder of an export')
    .option('--db <file>', `index file, or URL of a PostgreSQL database (default ${DEFAULT_DB})`)
    .addHelpText('after', IMPORT_EXAMPLES)
    .action(async (flags: ImportFlags) => {
      const { importCommand } = await import('./import.ts');
      await importCommand(flags);
    });
}
