import { type Command, Option } from 'commander';
import { addEngine } from '../options/engine.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { addAnalysis, addCache, addJobs, addSelection } from '../options/scan.ts';
import { collect } from '../options/values.ts';
import type { BaselineFlags, CheckFlags } from './flags.ts';

const CHECK_EXAMPLES = `
Examples:
  analyzer check                           against analyzer.baseline.json
  analyzer check --against main            what this branch adds to main
  analyzer check --format github           marks the lines of a pull request
  analyzer check packages/api --format sarif -o api.sarif

With a baseline the project is scanned by the options that the baseline was
written with. They need not be repeated.

Exit codes:
  0 nothing new, 1 new or more copies, new or larger cycles, 2 wrong usage, a
  baseline that can't be used, or --strict and incomplete, 3 not found,
  70 internal or output failed, 130 interrupted
`;

const BASELINE_EXAMPLES = `
Examples:
  analyzer baseline                        the first time: allow what is there
  analyzer baseline                        later: take out what is gone
  analyzer baseline --accept g_0123456789abcdef0123
  analyzer baseline --accept all --min-nodes 30

A baseline that is there loses what is gone, and gains nothing that --accept
does not name.

Exit codes:
  0 written, 1 written, but there are findings that were not accepted, 2 wrong
  usage, a baseline that can't be used, or --strict and incomplete, 3 not found,
  70 internal or output failed, 130 interrupted
`;

/** The gate for continuous integration. */
export function addGate(program: Command): void {
  addCheck(program);
  addBaseline(program);
}

function addCheck(program: Command): void {
  const check = program
    .command('check')
    .summary('fail on new copies and new import cycles')
    .description(
      'Hold a project against a baseline or a git revision: clone groups that are new or have more copies, import cycles that are new or larger. Nothing in it is executed.',
    )
    .argument('[path]', 'the folder (default: the one you are in)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Against:')
    .option('--baseline <file>', 'the baseline (default: analyzer.baseline.json in the folder)')
    .option('--against <rev>', 'instead of a baseline the folder at this git revision; REV:PATH for another folder')
    .optionsGroup('Output:')
    .addOption(
      new Option('--format <format>', 'terminal (default), json (analyzer.check.v1), sarif (2.1.0), markdown or github')
        .choices(['terminal', 'json', 'sarif', 'markdown', 'github'])
        .default('terminal'),
    )
    .addOption(
      new Option('--detail <level>', 'findings (default), or full: no list is cut')
        .choices(['findings', 'full'])
        .default('findings'),
    );
  addStyle(addOutputFile(check));
  addScanning(check)
    .addHelpText('after', CHECK_EXAMPLES)
    .action(async (path: string | undefined, flags: CheckFlags) => {
      const { checkCommand } = await import('./check.ts');
      await checkCommand(path ?? '.', flags);
    });
}

function addBaseline(program: Command): void {
  const baseline = program
    .command('baseline')
    .summary('write down the copies and cycles that check allows')
    .description(
      'Write a baseline for analyzer check: the clone groups and import cycles that a project has now. One that is there only shrinks. Nothing in the project is executed.',
    )
    .argument('[path]', 'the folder (default: the one you are in)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Baseline:')
    .option('--baseline <file>', 'the baseline (default: analyzer.baseline.json in the folder)')
    .option('--accept <id>', 'add this finding of analyzer check (repeatable), or all', collect);
  addStyle(baseline.optionsGroup('Output:'));
  addScanning(baseline)
    .addHelpText('after', BASELINE_EXAMPLES)
    .action(async (path: string | undefined, flags: BaselineFlags) => {
      const { baselineCommand } = await import('./baseline.ts');
      await baselineCommand(path ?? '.', flags);
    });
}

function addScanning(command: Command): Command {
  addSelection(command);
  addAnalysis(command)
    .addOption(
      new Option('--cycles <imports>', 'cycles of the imports that run at load (default), or of all imports')
        .choices(['load', 'all'])
        .default('load'),
    )
    .option('--strict', 'exit 2 when a file of a parsed language is not analysed whole');
  return addJobs(addCache(addEngine(command)));
}
