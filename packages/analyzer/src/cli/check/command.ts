import { type Command, Option } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addEngine } from '../options/engine.ts';
import { formatOption } from '../options/format.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { addCache, addCopies, addInclude, addJobs, addSelection, addWithout } from '../options/scan.ts';
import { shareLimits } from '../options/share-limits.ts';
import { collect, some } from '../options/values.ts';
import { type BaselineFlags, type CheckFlags, FAIL_ON } from './flags.ts';
import { CHECK_FORMATS } from './formats.ts';

const CHECK_EXAMPLES = `
Examples:
  analyzer check                           compare with analyzer.baseline.json
  analyzer check --against main            findings that this branch adds to main
  analyzer check --against v1.2 --exact    findings that v1.2 does not have
  analyzer check --format github           annotations of a pull request
  analyzer check --against main --max-share 5
  analyzer check --against main --contracts contracts.json
  analyzer check --against main --index ~/work/.analyzer/index.db
  analyzer check packages/api --format sarif -o api.sarif
  analyzer check --against main --format github --summary comment.md

With a baseline the project is scanned with the options stored in the baseline.
They need not be repeated.

Exit codes:
  0 no new findings, 1 new or larger copies or cycles, or problems of contracts,
  2 wrong usage, an unusable baseline or manifest, or --strict and incomplete,
  3 not found, 70 internal or output failed, 130 interrupted
`;

const BASELINE_EXAMPLES = `
Examples:
  analyzer baseline                        the first time: allow all present findings
  analyzer baseline                        later: remove findings that no longer exist
  analyzer baseline --accept g_0123456789abcdef0123
  analyzer baseline --accept all --min-nodes 30
  analyzer baseline --migrate              after an update with new fingerprints

An existing baseline loses findings that no longer exist, and gains only those
that --accept names.

Exit codes:
  0 written, 1 written, but there are findings that were not accepted, 2 wrong
  usage, an unusable baseline, or --strict and incomplete, 3 not found,
  70 internal or output failed, 130 interrupted
`;

/** Adds `check` and `baseline`. */
export function addCheckCommands(program: Command): void {
  addCheck(program);
  addBaseline(program);
}

function addCheck(program: Command): void {
  const check = program
    .command('check')
    .summary('fail on new copies and new import cycles')
    .description(
      'Compare a project with a baseline or a git revision: clone groups that are new or have more copies, import cycles that are new or larger, and contracts if a manifest is named. Nothing in it is executed.',
    )
    .argument('[path]', 'project folder (default: current folder)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Against:')
    .option('--baseline <file>', 'baseline file (default: analyzer.baseline.json in the project)')
    .option(
      '--against <rev>',
      'compare with the project at the merge base of the work tree and this git revision instead; REV:PATH for another folder',
    )
    .option('--exact', 'compare with the revision of --against itself');
  addWithout(check, 'ignore findings that only these files have (default: generated,configuration)');
  addInclude(check, 'also count findings that the list of a scan puts apart')
    .option(
      '--max-share <limit>',
      'fail if more percent of the lines are in copies, and the change added some: 5, tests=20, FOLDER=3, FOLDER:tests=20 (repeatable)',
      shareLimits,
    )
    .option(
      '--index <db>',
      'with --against: also new declarations that another project of this index has; a file, or the URL of a PostgreSQL database',
    )
    .option('--contracts <file>', 'also check the contracts of this manifest, or of the manifest in this folder')
    .option(
      '--fail-on <what>',
      'with --against also fail on missed: edits that merge cleanly into a copy that does not have them; drift: those in the mirrors of analyzer.json, and what only one side of these got; or all',
      some('Values', FAIL_ON),
    )
    .option('--report-unused-ignores', 'name the analyzer-ignore comments of the project that silence no copy')
    .optionsGroup('Output:')
    .addOption(formatOption(CHECK_FORMATS, ', or '))
    .option('--show', 'show the first three copies side by side with their originals (terminal)')
    .option('--summary <file>', 'also write a Markdown comment for the pull request to this new file')
    .addOption(
      new Option('--detail <level>', 'findings (default), or full (no limit of lists)')
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
    .summary('write the copies and cycles that check allows')
    .description(
      'Write a baseline for analyzer check: the present clone groups and import cycles of a project. An existing baseline only shrinks. Nothing in the project is executed.',
    )
    .argument('[path]', 'project folder (default: current folder)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Baseline:')
    .option('--baseline <file>', 'baseline file (default: analyzer.baseline.json in the project)')
    .option('--accept <id>', 'add this finding of analyzer check (repeatable), or all', collect)
    .addOption(
      new Option(
        '--migrate',
        'write a baseline of an earlier version with the fingerprints of this one: it allows the same copies',
      ).conflicts('accept'),
    );
  addStyle(baseline.optionsGroup('Output:'));
  addScanning(baseline)
    .addHelpText('after', BASELINE_EXAMPLES)
    .action(async (path: string | undefined, flags: BaselineFlags) => {
      const { baselineCommand } = await import('./baseline.ts');
      await baselineCommand(path ?? '.', flags);
    });
}

function addScanning(command: Command): Command {
  addSelection(addConfiguration(command));
  addCopies(command)
    .addOption(
      new Option('--cycles <imports>', 'cycles of imports that run at load (default), or of all imports')
        .choices(['load', 'all'])
        .default('load'),
    )
    .option('--strict', 'exit with 2 if a file of a parsed language is not completely analyzed');
  return addJobs(addCache(addEngine(command)));
}
