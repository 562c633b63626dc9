import { jsonText } from '@analyzer/contracts';
import { Option } from 'commander';

/** A format of a command. The help is loaded at every start, so `render` loads the renderer. */
export interface Format<Input extends readonly unknown[], Chunk = string> {
  /** Its words in the help of `--format`. */
  help: string;
  render(...input: Input): Iterable<Chunk> | Promise<Iterable<Chunk>>;
}

/** The formats of a command by name, the default first. */
export type Formats<Input extends readonly unknown[], Chunk = string> = Readonly<Record<string, Format<Input, Chunk>>>;

/**
 * `--format`, with the names and the help of a table.
 *
 * @param or before the last format in the help
 */
export function formatOption(
  formats: Readonly<Record<string, { help: string }>>,
  or: ' or ' | ', or ' = ' or ',
): Option {
  const names = Object.keys(formats);
  const help = Object.values(formats).map((format) => format.help);
  return new Option('--format <format>', [help.slice(0, -1).join(', '), ...help.slice(-1)].join(or))
    .choices(names)
    .default(names[0]);
}

/** A document for programs that people can read. */
export function indentedJson(document: object): [string] {
  return [`${jsonText(document, 2)}\n`];
}
