import { type Command, Option } from 'commander';
import { addEngine } from '../options/engine.ts';
import { addOutputFile } from '../options/output.ts';
import { addAnalysis, addCache, addJobs, addSelection } from '../options/scan.ts';
import { wholeNumber } from '../options/values.ts';
import { DEFAULT_DB, type ExportFlags, type IndexFlags, type QueryFlags } from './flags.ts';
import { addView } from './view-options.ts';

const DEFAULT_SECONDS = 30;
/** A day. */
const MOST_SECONDS = 86_400;

const INDEX_EXAMPLES = `
Examples:
  analyzer workspace index ~/work --discover        every project below a folder
  analyzer workspace index api web shared           three folders, each a project
  analyzer workspace index --manifest projects.json projects named by hand
  analyzer workspace index . --discover --split-workspaces

Exit codes:
  0 done, 2 wrong usage, 3 not found, 4 no index of this program,
  7 another process is writing it, 70 internal or not written, 130 interrupted
`;

const QUERY_EXAMPLES = `
Examples:
  analyzer workspace query --operation summary --pretty
  analyzer workspace query --operation clones --params '{"limit": 10}'
  analyzer workspace query --operation nodes --params '{"name": "parse*"}'
  analyzer workspace query --db shared.db --request question.json

The answer is JSON (analyzer.result.v1) on stdout; what is wrong is JSON
(analyzer.problem.v1) on stderr.

Exit codes:
  0 done, 2 wrong usage or request, 3 no such file or id,
  4 no index yet, no index of this program, or another snapshot,
  5 request or answer too large,
  7 busy, 70 internal or not written, 124 too late, 130 interrupted
`;

const EXPORT_EXAMPLES = `
Examples:
  analyzer workspace export                            the heaviest groups
  analyzer workspace export --format html -o map.html  the map, for a browser
  analyzer workspace export --format ndjson | wc -l    the whole graph
  analyzer workspace export --format dot --limit 20 | dot -Tsvg -o groups.svg

Exit codes:
  0 done, 2 wrong usage or the file exists, 3 no such index,
  4 no index of this program, 70 internal or not written, 130 interrupted
`;

/** Commands over an index of many projects. */
export function addWorkspace(program: Command): void {
  const workspace = program
    .command('workspace')
    .summary('index many projects and see what they share')
    .description('Index many projects and see what they share.');
  addIndex(workspace);
  addQuery(workspace);
  addExport(workspace);
}

function addIndex(workspace: Command): void {
  const index = workspace
    .command('index')
    .summary('read projects into an index')
    .description('Read projects into an index, in place of what it held. Nothing in them is executed.')
    .argument('[folders...]', 'folders of projects')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Projects:')
    .option('--discover', 'look for projects in the folders, up to five levels deep')
    .addOption(
      new Option('--manifest <file>', 'projects named in a file (analyzer.workspace-config.v1)').conflicts('discover'),
    )
    .option('--split-workspaces', 'make each declared workspace of a monorepo a project')
    .optionsGroup('Index:')
    .option('--db <file>', `the index (default ${DEFAULT_DB})`);
  addSelection(index);
  addAnalysis(index);
  addJobs(addCache(addEngine(index)))
    .addHelpText('after', INDEX_EXAMPLES)
    .action(async (folders: string[], flags: IndexFlags) => {
      const { indexCommand } = await import('./index.ts');
      await indexCommand(folders, flags);
    });
}

function addQuery(workspace: Command): void {
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
    .addHelpText('after', QUERY_EXAMPLES)
    .action(async (flags: QueryFlags) => {
      const { queryCommand } = await import('./query.ts');
      await queryCommand(flags);
    });
}

function addExport(workspace: Command): void {
  const command = workspace
    .command('export')
    .summary('write what an index holds')
    .description('Write what an index holds: a page to look at, a short list, or the whole graph.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(new Option('--db <file>', `the index (default ${DEFAULT_DB})`).default(DEFAULT_DB))
    .addOption(
      new Option(
        '--format <format>',
        'terminal (default), html or dot: the heaviest groups; json or ndjson (analyzer.graph.v1): everything',
      )
        .choices(['html', 'dot', 'terminal', 'json', 'ndjson'])
        .default('terminal'),
    );
  addView(addOutputFile(command))
    .addHelpText('after', EXPORT_EXAMPLES)
    .action(async (flags: ExportFlags) => {
      const { exportCommand } = await import('./export.ts');
      await exportCommand(flags);
    });
}
