import { Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import type { ScanFlags } from './scan-flags.ts';

const ROOT_EXAMPLES = `
Examples:
  analyzer .                          the tree of this folder and what it repeats
  analyzer --detail files src         only folders and files
  analyzer scan --help                every option
`;

const SCAN_EXAMPLES = `
Examples:
  analyzer scan .                                  tree, declarations and summary
  analyzer scan . --detail full | less             also imports, conditions, loops, returns and calls
  analyzer scan . --format json -o scan.json       everything, for programs
  analyzer scan . --format dot | dot -Tsvg > g.svg the graph of imports
  analyzer scan . --exclude 'docs/' --exclude '*.gen.ts'
  analyzer scan . --strict                         fail when a file could not be analysed whole

Exit codes:
  0 done   2 wrong usage, or --strict and incomplete   3 not found   70 internal   130 interrupted
`;

/** The command line as data: names, options, help. What a command does is loaded when it runs. */
export function buildProgram(): Command {
  const program = new Command('analyzer')
    .description(manifest.description)
    .version(manifest.version, '-V, --version', 'print the version')
    .usage('<path> | <command> …')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError(true)
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', ROOT_EXAMPLES);
  addScan(program);
  return program;
}

function addScan(program: Command): void {
  program
    .command('scan')
    .summary('scan a folder: structure, links, cycles, copies')
    .description('Scan a folder: its tree, declarations, imports, calls, cycles and copies. Nothing in it is executed.')
    .argument('<path>', 'the folder')
    .optionsGroup('Output:')
    .addOption(
      new Option('--detail <level>', 'how much of the tree to show')
        .choices(['files', 'declarations', 'full'])
        .default('declarations'),
    )
    .addOption(
      new Option('--format <format>', 'what to write').choices(['terminal', 'json', 'dot']).default('terminal'),
    )
    .option('-o, --output <file>', 'write to a new file; an existing one is not touched')
    .option('--ascii', 'nothing but ASCII in the tree')
    .addOption(
      new Option('--color <when>', 'colour the tree; auto: on a terminal, unless NO_COLOR is set')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .optionsGroup('What is scanned:')
    .option('--exclude <glob>', 'leave out matching paths (repeatable)', collect, [])
    .addOption(
      new Option(
        '--profile <name>',
        'logic: code, tests, manifests, licences; inventory: data and configuration too (default: "logic", with --all "inventory")',
      ).choices(['logic', 'inventory']),
    )
    .option('--all', 'without default exclusions and .analyzerignore')
    .option('--max-bytes <n>', 'parse files up to this size, 0 for any (default: 2097152)', wholeNumber(0))
    .optionsGroup('Analysis:')
    .option('--source-root <dir>', 'also resolve imports from this folder of the project (repeatable)', collect, [])
    .option('--min-nodes <n>', 'syntax nodes of the smallest function to compare (default: 12)', wholeNumber(1))
    .option('--strict', 'exit 2 when a file of a parsed language could not be analysed whole')
    .option('--jobs <n>', 'files to parse at once, 1 to 64 (default: one a processor)', wholeNumber(1, 64))
    .addHelpText('after', SCAN_EXAMPLES)
    .action(async (path: string, flags: ScanFlags) => {
      const { scanCommand } = await import('./scan-command.ts');
      await scanCommand(path, flags);
    });
}

function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}

function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`It is a whole number ${range}.`);
  };
}
