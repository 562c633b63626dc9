import { type Command, Option } from 'commander';
import { addEngine } from './engine-options.ts';
import { addExport } from './export-program.ts';
import { DEFAULT_DB, type IndexFlags } from './index-flags.ts';
import { addQuery } from './query-program.ts';
import { addAnalysis, addCache, addJobs, addSelection } from './scan-options.ts';

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
      const { indexCommand } = await import('./index-command.ts');
      await indexCommand(folders, flags);
    });
}
