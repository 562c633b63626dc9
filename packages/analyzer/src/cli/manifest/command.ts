import { type Command, Option } from 'commander';
import { addStyle } from '../options/output.ts';
import { addAnalysis, addJobs, addSelection } from '../options/scan.ts';
import type { CheckFlags, ValidateFlags } from './flags.ts';
import { addDiff, addExplain, addInit } from './more-commands.ts';

const VALIDATE_EXAMPLES = `
Examples:
  analyzer manifest validate                      contracts.json or .yaml here
  analyzer manifest validate api/contracts.yaml --strict
  git show HEAD:contracts.json | analyzer manifest validate -
  analyzer manifest validate --format sarif > manifest.sarif

Exit codes:
  0 valid, 1 errors were found (with --strict: anything), 2 wrong usage, or a
  file that can't be read or is no JSON or YAML at all, 3 no such file,
  70 internal or not written, 130 interrupted
`;

/** Commands over contract manifests. */
export function addManifest(program: Command): void {
  const manifest = program
    .command('manifest')
    .summary('check what code is said to do')
    .description('Check contract manifests: what the code of a project is said to do.');
  addValidate(manifest);
  addCheck(manifest);
  addInit(manifest);
  addExplain(manifest);
  addDiff(manifest);
}

function addValidate(manifest: Command): void {
  const validate = manifest
    .command('validate')
    .summary('say what is wrong with a manifest')
    .description('Say what is wrong with a manifest: its text, by its schema, and what was probably not meant.')
    .argument('[files...]', 'manifests in JSON or YAML, or folders; - reads standard input')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(
      new Option('--format <format>', 'terminal (default), json (analyzer.manifest-findings.v1), sarif or github')
        .choices(['terminal', 'json', 'sarif', 'github'])
        .default('terminal'),
    )
    .addOption(
      new Option('--as <format>', 'read all files as json or yaml, whatever their names').choices(['json', 'yaml']),
    )
    .option('--strict', 'warnings and notes count as errors');
  addStyle(validate)
    .addHelpText('after', VALIDATE_EXAMPLES)
    .action(async (files: string[], flags: ValidateFlags) => {
      const { manifestValidateCommand } = await import('./validate.ts');
      await manifestValidateCommand(files, flags);
    });
}

const CHECK_EXAMPLES = `
Examples:
  analyzer manifest check                         contracts.json against this folder
  analyzer manifest check contracts.yaml ~/shop
  analyzer manifest check --effects closed --format sarif > contracts.sarif
  analyzer manifest check contracts.yaml --db .analyzer/index.db --project shop
  analyzer manifest check --baseline contracts.baseline.json --write-baseline

Exit codes:
  0 nothing new, 1 new problems, 2 wrong usage or a manifest with errors,
  3 not found, 4 no index of this program or nothing indexed yet,
  70 internal or not written, 130 interrupted
`;

function addCheck(manifest: Command): void {
  const check = manifest
    .command('check')
    .summary('hold a manifest against code')
    .description('Hold a manifest against code: what it forbids and requires, as far as facts can tell.')
    .argument('[manifest]', 'in JSON or YAML, or a folder with contracts.json or the like (default: this one)')
    .argument('[project]', 'folder of the code (default: the one given for the manifest, or this one)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Check:')
    .addOption(
      new Option('--effects <how>', 'open (default), or closed: effects that a contract does not list are problems')
        .choices(['open', 'closed'])
        .default('open'),
    )
    .option('--baseline <file>', 'problems that are known and allowed for now')
    .option('--write-baseline', 'make the baseline, or take from it what is no longer found')
    .option('--db <file>', 'hold it against a project of this index, as it was indexed')
    .option('--project <name>', 'its name in that index')
    .optionsGroup('Output:')
    .addOption(
      new Option('--format <format>', 'terminal (default), json (analyzer.manifest-report.v1) or sarif')
        .choices(['terminal', 'json', 'sarif'])
        .default('terminal'),
    );
  addSelection(addStyle(check));
  addAnalysis(check);
  addJobs(check)
    .addHelpText('after', CHECK_EXAMPLES)
    .action(async (path: string | undefined, project: string | undefined, flags: CheckFlags) => {
      const { manifestCheckCommand } = await import('./check.ts');
      await manifestCheckCommand(path, project, flags);
    });
}
