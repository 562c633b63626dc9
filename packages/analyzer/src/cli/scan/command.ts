import { type Command, Option } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addEngine } from '../options/engine.ts';
import { formatOption } from '../options/format.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { addCache, addCopies, addJobs, addSelection } from '../options/scan.ts';
import { knownEases, listClasses } from '../options/values.ts';
import type { ScanFlags } from './flags.ts';
import { SCAN_FORMATS } from './formats.ts';

const SCAN_EXAMPLES = `
Examples:
  analyzer scan .                              one screen; tree of up to 40 files
  analyzer scan . --detail declarations        the tree, and longer lists
  analyzer scan . --detail full | less         with all facts
  analyzer scan . --format json -o scan.json   all facts, for programs
  analyzer scan . --format dot | dot -Tsvg -o imports.svg
  analyzer scan . --exclude 'docs/' --exclude '*.gen.ts'

Exit codes:
  0 done, 2 wrong usage or --strict and incomplete, 3 not found,
  70 internal or output failed, 130 interrupted
`;

/** Adds `scan`. */
export function addScan(program: Command): void {
  const scan = program
    .command('scan')
    .summary('scan a folder: structure, links, cycles, copies')
    .description('Scan a folder: its tree, declarations, imports, calls, cycles and copies. Nothing in it is executed.')
    .argument('<path>', 'folder to scan')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Output:')
    .addOption(
      new Option(
        '--detail <level>',
        'tree of files, declarations (default; no tree of more than 40 files), or full (also imports, conditions, loops, calls)',
      ).choices(['files', 'declarations', 'full']),
    )
    .addOption(formatOption(SCAN_FORMATS));
  addStyle(addOutputFile(scan));
  addSelection(addConfiguration(scan));
  addCopies(scan)
    .option(
      '--include <classes>',
      'also list these copies, with commas: in files of the classes tests, vendored, generated, examples, benchmarks or configuration; small (groups that save few nodes); data (code without calls and control structures, and similar types); or all',
      listClasses,
    )
    .option(
      '--ease <eases>',
      'only a list of the copies that one function can replace, the easiest first, with commas: identical (nothing differs), values (only names differ), or all; what else differs needs a draft',
      knownEases,
    )
    .option(
      '--blame',
      'also when the copies came: of each listed group the commits of its copies, whether they were edited together, and since when they differ; from the git history',
    )
    .option('--strict', 'exit with 2 if a file of a parsed language is not completely analyzed');
  addJobs(addCache(addEngine(scan)))
    .addHelpText('after', SCAN_EXAMPLES)
    .action(async (path: string, flags: ScanFlags) => {
      const { scanCommand } = await import('./run.ts');
      await scanCommand(path, flags);
    });
}
