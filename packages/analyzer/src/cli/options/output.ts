import { type Command, Option } from 'commander';

/** `--output`: commands that create a file do not replace an existing one. */
export function addOutputFile(command: Command): Command {
  return command.option('-o, --output <file>', 'write to a new file; an existing file is not replaced');
}

/** `--ascii` and `--color`, for terminal output. */
export function addStyle(command: Command): Command {
  return command
    .option('--ascii', 'print plain ASCII')
    .addOption(
      new Option('--color <when>', 'auto (default: on a terminal, unless NO_COLOR is set), always or never')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    );
}
