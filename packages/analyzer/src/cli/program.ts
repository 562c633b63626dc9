import { Command, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { addCacheCommands } from './cache-program.ts';
import { addContracts } from './contracts-program.ts';
import { addDiff } from './diff-program.ts';
import { addEngine } from './engine-options.ts';
import { addMap } from './export-program.ts';
import { addGate } from './gate-program.ts';
import { addManifest } from './manifest-program.ts';
import type { ScanFlags } from './scan-flags.ts';
import { addAnalysis, addCache, addJobs, addSelection } from './scan-options.ts';
import { addWorkspace } from './workspace-program.ts';

const ROOT_EXAMPLES = `
Examples:
  analyzer .                    short for analyzer scan .
  analyzer --detail files src   only folders and files
  analyzer scan --help          every option
`;

const SCAN_EXAMPLES = `
Examples:
  analyzer scan .                              tree, declarations, summary
  analyzer scan . --detail full | less         and all that the code does
  analyzer scan . --format json -o scan.json   everything, for programs
  analyzer scan . --format dot | dot -Tsvg -o imports.svg
  analyzer scan . --exclude 'docs/' --exclude '*.gen.ts'

Exit codes:
  0 done, 2 wrong usage or --strict and incomplete, 3 not found,
  70 internal or output failed, 130 interrupted
`;

/**
 * The command line as data: names, options, help. What a command does is loaded when it runs.
 *
 * @param show gets help and version when they are asked for
 */
export function buildProgram(show: (text: string) => void): Command {
  const program = new Command('analyzer')
    .description(manifest.description)
    .version(manifest.version, '-V, --version', 'print the version')
    .usage('<path> | <command> …')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError(true)
    .configureOutput({ writeOut: show, outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', ROOT_EXAMPLES);
  addScan(program);
  addDiff(program);
  addGate(program);
  addMap(program);
  addWorkspace(program);
  addManifest(program);
  addCacheCommands(program);
  addContracts(program);
  return program;
}

function addScan(program: Command): void {
  const scan = program
    .command('scan')
    .summary('scan a folder: structure, links, cycles, copies')
    .description('Scan a folder: its tree, declarations, imports, calls, cycles and copies. Nothing in it is executed.')
    .argument('<path>', 'the folder')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Output:')
    .addOption(
      new Option('--detail <level>', 'files, declarations (default), or full: imports, conditions, loops, calls too')
        .choices(['files', 'declarations', 'full'])
        .default('declarations'),
    )
    .addOption(
      new Option('--format <format>', 'terminal (default), json (analyzer.scan.v1) or dot (Graphviz)')
        .choices(['terminal', 'json', 'dot'])
        .default('terminal'),
    )
    .option('-o, --output <file>', 'write to a new file; an existing one is not touched')
    .option('--ascii', 'draw the tree in plain ASCII')
    .addOption(
      new Option('--color <when>', 'auto (default: on a terminal, unless NO_COLOR is set), always or never')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    );
  addSelection(scan);
  addAnalysis(scan).option('--strict', 'exit 2 when a file of a parsed language is not analysed whole');
  addJobs(addCache(addEngine(scan)))
    .addHelpText('after', SCAN_EXAMPLES)
    .action(async (path: string, flags: ScanFlags) => {
      const { scanCommand } = await import('./scan-command.ts');
      await scanCommand(path, flags);
    });
}
