import { type Command, Option } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { formatOption } from '../options/format.ts';
import { addStyle } from '../options/output.ts';
import { addAnalysis, addJobs, addSelection } from '../options/scan.ts';
import { percentOf } from '../options/values.ts';
import type { CheckFlags, ValidateFlags } from './flags.ts';
import { CHECK_FORMATS, VALIDATE_FORMATS } from './formats.ts';
import { addDiff, addExplain, addInit } from './more-commands.ts';

const VALIDATE_EXAMPLES = `
Examples:
  analyzer manifest validate                      contracts.json or .yaml here
  analyzer manifest validate api/contracts.yaml --strict
  git show HEAD:contracts.json | analyzer manifest validate -
  analyzer manifest validate --format sarif > manifest.sarif

Exit codes:
  0 valid, 1 errors (with --strict also warnings and notes), 2 wrong usage, or a
  file that cannot be read or is neither JSON nor YAML, 3 no such file,
  70 internal or not written, 130 interrupted
`;

/** Adds `manifest`. */
export function addManifest(program: Command): void {
  const manifest = program
    .command('manifest')
    .summary('check contracts of code')
    .description('Check contract manifests, which state what the code of a project must do.');
  addValidate(manifest);
  addCheck(manifest);
  addInit(manifest);
  addExplain(manifest);
  addDiff(manifest);
}

function addValidate(manifest: Command): void {
  const validate = manifest
    .command('validate')
    .summary('check a manifest for errors')
    .description('Check a manifest: its syntax, its schema, and probable mistakes.')
    .argument('[files...]', 'manifests in JSON or YAML, or folders; - reads standard input')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(formatOption(VALIDATE_FORMATS))
    .addOption(
      new Option('--as <format>', 'read all files as json or yaml, independent of their names').choices([
        'json',
        'yaml',
      ]),
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
  analyzer manifest check                         contracts.json and this folder
  analyzer manifest check contracts.yaml ~/shop
  analyzer manifest check --effects closed --format sarif > contracts.sarif
  analyzer manifest check contracts.yaml --db .analyzer/index.db --project shop
  analyzer manifest check --baseline contracts.baseline.json --write-baseline
  analyzer manifest check --min-decided 70

Exit codes:
  0 no new problems, 1 new problems or too few decided entries, 2 wrong usage or
  a manifest with errors, 3 not found, 4 no index of this program or nothing
  indexed yet, 70 internal or not written, 130 interrupted
`;

function addCheck(manifest: Command): void {
  const check = manifest
    .command('check')
    .summary('check code against a manifest')
    .description('Check code against a manifest: its requirements and prohibitions, as far as facts decide them.')
    .argument('[manifest]', 'JSON or YAML file, or a folder with contracts.json or similar (default: current folder)')
    .argument('[project]', 'folder of the code (default: the folder given as manifest, or current folder)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Check:')
    .addOption(
      new Option(
        '--effects <how>',
        'open, or closed: effects that a contract does not list are problems (default: as the manifest says)',
      ).choices(['open', 'closed']),
    )
    .option('--baseline <file>', 'file of known problems, which are allowed')
    .option('--write-baseline', 'create the baseline, or remove fixed problems from it')
    .option('--allow-undecided', 'accept entries that the baseline has as decided and that no longer are')
    .option('--strict', 'entries that are not decided are problems')
    .option('--min-decided <percent>', 'fail if less of the entries is decided', percentOf)
    .option('--db <file>', 'check a project of this index, as it was indexed')
    .option('--project <name>', 'name of the project in the index')
    .optionsGroup('Output:')
    .addOption(formatOption(CHECK_FORMATS));
  addSelection(addConfiguration(addStyle(check)));
  addAnalysis(check);
  addJobs(check)
    .addHelpText('after', CHECK_EXAMPLES)
    .action(async (path: string | undefined, project: string | undefined, flags: CheckFlags) => {
      const { manifestCheckCommand } = await import('./check.ts');
      await manifestCheckCommand(path, project, flags);
    });
}
