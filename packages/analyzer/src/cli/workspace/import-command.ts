import { type Command, Option } from 'commander';
import { addNewIndex } from '../options/db.ts';
import { addEngine } from '../options/engine.ts';
import { collect } from '../options/values.ts';
import type { ImportFlags } from './flags.ts';

const IMPORT_EXAMPLES = `
Examples:
  analyzer workspace export --db a.db --format parquet -o a
  analyzer workspace import --from a --db copy.db
  analyzer workspace import --from a --db postgres://me@db.example/code

  analyzer workspace index ~/a --cache-dir cache --db a.db
  analyzer workspace export --db a.db --cache-dir cache --format parquet -o a
  analyzer workspace import --from a --from b --db all.db
  analyzer workspace import --from a --from b --db all.db

The index of one export has its snapshot id, root and answers; that of several
is the index of all their projects.

Exit codes:
  0 done, 2 wrong usage, or an export that is damaged or of another version,
  3 a missing file or database, or no permission, 4 --db is not an index or has
  other projects, 7 another process is writing it, or no server, 70 internal or
  not written, 130 interrupted
`;

/** Adds `workspace import`. */
export function addImport(workspace: Command): void {
  const command = workspace
    .command('import')
    .summary('make an index from Parquet exports')
    .description('Make an index from exports with --format parquet; it replaces the earlier one.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(new Option('--from <dir>', 'folder of an export (repeatable)').argParser(collect).makeOptionMandatory());
  addEngine(addNewIndex(command))
    .addHelpText('after', IMPORT_EXAMPLES)
    .action(async (flags: ImportFlags) => {
      const { importCommand } = await import('./import.ts');
      await importCommand(flags);
    });
}
