import { type Command, Option } from 'commander';
import type { ValidateFlags } from './manifest-flags.ts';

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
}

function addValidate(manifest: Command): void {
  const validate = manifest
    .command('validate')
    .summary('say what is wrong with a manifest')
    .description('Say what is wrong with a manifest: its text, by its schema, and what was probably not meant.')
    .argument('[files...]', 'manifests in JSON or YAML; - reads standard input')
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
  addLook(validate)
    .addHelpText('after', VALIDATE_EXAMPLES)
    .action(async (files: string[], flags: ValidateFlags) => {
      const { manifestValidateCommand } = await import('./manifest-validate-command.ts');
      await manifestValidateCommand(files, flags);
    });
}

function addLook(command: Command): Command {
  return command
    .option('--ascii', 'print plain ASCII')
    .addOption(
      new Option('--color <when>', 'auto (default: on a terminal, unless NO_COLOR is set), always or never')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    );
}
