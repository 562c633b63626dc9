import { type Command, Option } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addNewIndex, dbOption, keepOption, sinceOption } from '../options/db.ts';
import { addEngine } from '../options/engine.ts';
import { addOutputFile } from '../options/output.ts';
import { addCache, addCopies, addJobs, addSelection } from '../options/scan.ts';
import { listClasses, wholeNumber } from '../options/values.ts';
import { EXPORT_FORMATS } from './export-formats.ts';
import type { ExportFlags, IndexFlags, MigrateFlags, QueryFlags, RollbackFlags } from './flags.ts';
import { addImport } from './import-command.ts';
import { addContext, addValidate } from './packet-commands.ts';
import { addVerify } from './verify-command.ts';
import { addView } from './view-options.ts';

const DEFAULT_SECONDS = 30;
/** One day. */
const MAX_SECONDS = 86_400;

const INDEX_EXAMPLES = `
Examples:
  analyzer workspace index ~/work --discover        every project below a folder
  analyzer workspace index api web shared           three folders, each a project
  analyzer workspace index --manifest projects.json projects listed in a file
  analyzer workspace index . --discover --split-workspaces
  analyzer workspace index . --db postgres://me@db.example/code

Exit codes:
  0 done, 2 wrong usage, 3 not found, 4 no index of this program, or one with
  other projects, 7 another process is writing it, 70 internal or not written,
  130 interrupted
`;

const MIGRATE_EXAMPLES = `
Examples:
  analyzer workspace migrate --from .analyzer/index.db --to postgres://me@db.example/code

Exit codes:
  0 done, 2 wrong usage, 3 no such index or database, or no permission,
  4 no index of this program, 7 another process is writing, or no server,
  70 internal or not written, 130 interrupted
`;

const ROLLBACK_EXAMPLES = `
Examples:
  analyzer workspace rollback --db postgres://me@db.example/code

Exit codes:
  0 done, 2 wrong usage, 3 no earlier generation, no such database, or no permission,
  7 another process is writing, or no server, 70 internal or not written
`;

const QUERY_EXAMPLES = `
Examples:
  analyzer workspace query --operation summary --pretty
  analyzer workspace query --operation clones --params '{"limit": 10}'
  analyzer workspace query --operation nodes --params '{"name": "parse*"}'
  analyzer workspace query --operation search --params '{"text": "retry with backoff"}'
  analyzer workspace query --operation similar --code-file src/retry.ts
  analyzer workspace query --db shared.db --request question.json

The result is JSON (analyzer.result.v1) on stdout; an error is JSON
(analyzer.problem.v1) on stderr.

Exit codes:
  0 done, 2 wrong usage or request, 3 no such file or id,
  4 no index yet, no index of this program, or another snapshot,
  5 request or result too large,
  7 busy, 70 internal or not written, 124 timeout, 130 interrupted
`;

const EXPORT_EXAMPLES = `
Examples:
  analyzer workspace export                            the heaviest groups
  analyzer workspace export --format html -o map.html  the map, an HTML page
  analyzer workspace export --format ndjson | wc -l    the complete graph
  analyzer workspace export --format parquet -o shop   for other engines
  analyzer workspace export --format dot --limit 20 | dot -Tsvg -o groups.svg

Exit codes:
  0 done, 2 wrong usage or the file exists, 3 no such index,
  4 no index of this program, 70 internal or not written, 130 interrupted
`;

/** Adds `workspace`. */
export function addWorkspace(program: Command): void {
  const workspace = program
    .command('workspace')
    .summary('index many projects and query their shared code')
    .description('Index many projects and query their shared code.');
  addIndex(workspace);
  addMigrate(workspace);
  addRollback(workspace);
  addQuery(workspace);
  addExport(workspace);
  addImport(workspace);
  addContext(workspace);
  addValidate(workspace);
  addVerify(workspace);
}

function addIndex(workspace: Command): void {
  const index = workspace
    .command('index')
    .summary('index projects')
    .description('Index projects; the new index replaces the earlier one. Nothing in the projects is executed.')
    .argument('[folders...]', 'project folders')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Projects:')
    .option('--discover', 'search the folders for projects, up to five levels deep')
    .addOption(
      new Option('--manifest <file>', 'file that lists projects (analyzer.workspace-config.v1)').conflicts('discover'),
    )
    .option('--split-workspaces', 'treat each declared workspace of a monorepo as a project')
    .optionsGroup('Index:');
  addNewIndex(index)
    .addOption(keepOption())
    .option('--trust-suppressions', 'leave out the copies that analyzer-ignore comments of these projects silence')
    .option('--history', 'store when copies came and which changes missed a copy, from the git history of the projects')
    .option('--watch', 'go on until it is interrupted: index again whenever files change');
  addSelection(addConfiguration(index));
  addCopies(index);
  addJobs(addCache(addEngine(index)))
    .addHelpText('after', INDEX_EXAMPLES)
    .action(async (folders: string[], flags: IndexFlags) => {
      const { indexCommand } = await import('./index.ts');
      await indexCommand(folders, flags);
    });
}

function addMigrate(workspace: Command): void {
  workspace
    .command('migrate')
    .summary('copy an index file to a PostgreSQL server')
    .description('Copy an index file to a PostgreSQL server. Its earlier index is readable until the end.')
    .configureHelp({ optionDescription: (option) => option.description })
    .requiredOption('--from <file>', 'index file')
    .requiredOption('--to <url>', 'URL of a PostgreSQL database')
    .addOption(keepOption())
    .addHelpText('after', MIGRATE_EXAMPLES)
    .action(async (flags: MigrateFlags) => {
      const { migrateCommand } = await import('./publish.ts');
      await migrateCommand(flags);
    });
}

function addRollback(workspace: Command): void {
  workspace
    .command('rollback')
    .summary('let readers of a PostgreSQL server open the generation before the current one')
    .description(
      'Let readers of a PostgreSQL server open the generation before the current one, which a publication with --keep left there.',
    )
    .configureHelp({ optionDescription: (option) => option.description })
    .requiredOption('--db <url>', 'URL of a PostgreSQL database')
    .addHelpText('after', ROLLBACK_EXAMPLES)
    .action(async (flags: RollbackFlags) => {
      const { rollbackCommand } = await import('./publish.ts');
      await rollbackCommand(flags);
    });
}

function addQuery(workspace: Command): void {
  const query = workspace
    .command('query')
    .summary('query an index')
    .description('Query an index. Only the index is read.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(dbOption())
    .addOption(sinceOption())
    // The list of operations is loaded only for the help.
    .helpOption(false)
    .option('-h, --help', 'print this help')
    .optionsGroup('Question:')
    .option('--request <file>', 'file with a complete request (analyzer.request.v1); - for standard input')
    .option('--operation <name>', 'operation of the query; the error for an unknown name lists all operations')
    .option('--params <json>', 'parameters of the operation, a JSON object')
    .option(
      '--code-file <file>',
      'file with the code for the operation similar; - for standard input, with a language in --params',
    )
    .optionsGroup('Answer:')
    .option('--pretty', 'indent the JSON')
    .addOption(
      new Option('--timeout <seconds>', `stop after this time (default ${DEFAULT_SECONDS})`)
        .argParser(wholeNumber(1, MAX_SECONDS))
        .default(DEFAULT_SECONDS),
    )
    .addHelpText('after', QUERY_EXAMPLES)
    .action(async ({ help, ...flags }: QueryFlags & { help?: true }) => {
      if (help === true) {
        const { operationList } = await import('./operation-list.ts');
        query.addHelpText('after', operationList()).help();
      }
      const { queryCommand } = await import('./query.ts');
      await queryCommand(flags);
    });
}

function addExport(workspace: Command): void {
  const command = workspace
    .command('export')
    .summary('export an index')
    .description('Export an index: an HTML page, a short list, the complete graph, or its tables.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(dbOption())
    .addOption(
      new Option(
        '--format <format>',
        'terminal (default), html or dot: the heaviest groups; json or ndjson (analyzer.graph.v1): the complete graph; parquet: a folder with all tables, for other engines and workspace import',
      )
        .choices(Object.keys(EXPORT_FORMATS))
        .default('terminal'),
    );
  addView(addOutputFile(command));
  command
    .option(
      '--include <classes>',
      'with --format terminal: also list these copies, as scan --include does',
      listClasses,
    )
    .optionsGroup('Parquet:')
    .option(
      '--cache-dir <dir>',
      'folder of `workspace index --cache-dir`: several such exports can be imported as one index',
    );
  addEngine(command)
    .addHelpText('after', EXPORT_EXAMPLES)
    .action(async (flags: ExportFlags) => {
      const { exportCommand } = await import('./export.ts');
      await exportCommand(flags);
    });
}
