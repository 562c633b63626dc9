import type { Command, Option } from 'commander';

/** What can follow one command. */
export interface CompletedCommand {
  /** Names from the program on, such as `analyzer workspace query`. */
  path: string;
  subcommands: { name: string; summary: string }[];
  options: CompletedOption[];
}

export interface CompletedOption {
  /** `--format` and, if it exists, `-f`. */
  flags: string[];
  summary: string;
  /** The option is followed by a value. */
  takesValue: boolean;
  /** The only values; empty if they are not enumerable. */
  choices: readonly string[];
}

/** Lists a program and all commands below it, parents first. */
export function commandsOf(program: Command, above = ''): CompletedCommand[] {
  const path = `${above}${program.name()}`;
  const help = program.createHelp();
  const below = help.visibleCommands(program);
  const own = {
    path,
    subcommands: below.map((command) => ({
      name: command.name(),
      summary: command.summary() || command.description(),
    })),
    options: help.visibleOptions(program).map(completed),
  };
  return [own, ...program.commands.flatMap((command) => commandsOf(command, `${path} `))];
}

function completed({ long, short, description, required, optional, argChoices }: Option): CompletedOption {
  return {
    flags: [long, short].filter((flag) => flag !== undefined && flag !== null),
    summary: description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  };
}

/** Quotes a text for a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
