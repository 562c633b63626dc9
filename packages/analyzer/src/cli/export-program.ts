import { type Command, Option } from 'commander';
import { addEngine } from './engine-options.ts';
import { DEFAULT_LIMIT, type ExportFlags, type MapFlags } from './export-flags.ts';
import { DEFAULT_DB } from './index-flags.ts';
import { wholeNumber } from './option-values.ts';
import { addAnalysis, addJobs, addSelection } from './scan-options.ts';

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

const MAP_EXAMPLES = `
Examples:
  analyzer map ~/work                   every project below a folder
  analyzer map api web -o shared.html   two folders, into a new file
  analyzer map ~/work --no-source       without source text in the file

Exit codes:
  0 done, 2 wrong usage or the file exists, 3 not found, 4 no index of this
  program, 7 another process writes it, 70 internal or not written, 130 interrupted
`;

/** `workspace export`. */
export function addExport(workspace: Command): void {
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
    )
    .option('-o, --output <file>', 'write to a new file; an existing one is not touched');
  addView(command)
    .addHelpText('after', EXPORT_EXAMPLES)
    .action(async (flags: ExportFlags) => {
      const { exportCommand } = await import('./export-command.ts');
      await exportCommand(flags);
    });
}

/** `map`: index and export in one go. */
export function addMap(program: Command): void {
  const command = program
    .command('map')
    .summary('see in a browser what the projects below folders share')
    .description(
      'Find the projects below folders, index them, and write one page that shows what they share. Nothing is executed.',
    )
    .argument('<folders...>', 'folders with projects in them')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'write to a new file (default analyzer-map.html, where an earlier map is replaced)');
  addView(command)
    .optionsGroup('Projects:')
    .option('--split-workspaces', 'make each declared workspace of a monorepo a project')
    .optionsGroup('Index:')
    .option('--db <file>', `the index (default ${DEFAULT_DB} below the first folder)`);
  command
    .option(
      '--cache-dir <dir>',
      'cache parse results here (default with the portable engine: $XDG_CACHE_HOME/analyzer or ~/.cache/analyzer)',
    )
    .option('--no-cache', 'use no cache, parse everything');
  addSelection(command);
  addAnalysis(command);
  addJobs(addEngine(command))
    .addHelpText('after', MAP_EXAMPLES)
    .action(async (folders: string[], flags: MapFlags) => {
      const { mapCommand } = await import('./map-command.ts');
      await mapCommand(folders, flags);
    });
}

function addView(command: Command): Command {
  return command
    .addOption(
      new Option('--limit <n>', `show this many groups (default ${DEFAULT_LIMIT})`)
        .argParser(wholeNumber(1))
        .default(DEFAULT_LIMIT),
    )
    .option('--no-source', 'put no source text into the page')
    .option('--ascii', 'print plain ASCII')
    .addOption(
      new Option('--color <when>', 'auto (default: on a terminal, unless NO_COLOR is set), always or never')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    );
}
