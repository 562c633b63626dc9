import type { Command } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addNewIndex, DEFAULT_DB } from '../options/db.ts';
import { addEngine } from '../options/engine.ts';
import { addCopies, addJobs, addSelection } from '../options/scan.ts';
import { addView } from '../workspace/view-options.ts';
import type { MapFlags } from './flags.ts';

const MAP_EXAMPLES = `
Examples:
  analyzer map ~/work                   every project below a folder
  analyzer map api web -o shared.html   two folders, each a project
  analyzer map ~/work --no-source       without source text in the file

Exit codes:
  0 done, 2 wrong usage or the file exists, 3 not found, 4 no index of this
  program, or one with other projects, 7 another process writes it, 70 internal
  or not written, 130 interrupted
`;

/** Adds `map`: index and export in one command. */
export function addMap(program: Command): void {
  const command = program
    .command('map')
    .summary('show shared code of projects in a browser')
    .description(
      'Index the projects in a folder, or several folders that are one project each, and write one HTML page that shows their shared code. Nothing is executed.',
    )
    .argument(
      '[folders...]',
      'one folder with projects in it, or several projects (default: those of the configuration file)',
    )
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'write to a new file (default: analyzer-map.html, which replaces an earlier map)');
  addView(command)
    .option('--history', 'add a page with the copies of each project at 60 commits of its git history')
    .option('--blame', 'show when the copies of each group came and changed, from the git history')
    .optionsGroup('Projects:')
    .option('--split-workspaces', 'treat each declared workspace of a monorepo as a project')
    .optionsGroup('Index:');
  addNewIndex(command, `${DEFAULT_DB} in the first folder`)
    .option(
      '--cache-dir <dir>',
      'cache parse results here (default with the portable engine: $XDG_CACHE_HOME/analyzer or ~/.cache/analyzer)',
    )
    .option('--no-cache', 'use no cache, parse everything');
  addSelection(addConfiguration(command));
  addCopies(command);
  addJobs(addEngine(command))
    .addHelpText('after', MAP_EXAMPLES)
    .action(async (folders: string[], flags: MapFlags) => {
      const { mapCommand } = await import('./run.ts');
      await mapCommand(folders, flags);
    });
}
