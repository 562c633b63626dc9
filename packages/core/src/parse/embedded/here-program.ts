import { HERE_PROGRAMS, type HereProgram, PREFIXES, WRITERS } from '#languages/hosts.ts';
import { KIND_BY_EXTENSION } from '#languages/kinds.ts';
import type { ParseMode } from '../engine.ts';

/** A command with a here-document. */
export interface HereCommand {
  /** Its name and arguments; undefined for a word that the shell expands. */
  words: readonly (string | undefined)[];
  /** Arguments as written, without quotes at the end, as `words`. */
  written: readonly string[];
  /** Where its output goes, as written without quotes at the end. */
  output: string | undefined;
}

/** @returns how the standard input of a command is parsed; undefined if it is not a program */
export function programOf({ words, written, output }: HereCommand): ParseMode | undefined {
  let at = 0;
  for (;;) {
    const name = commandName(words[at]);
    const prefix = PREFIXES.get(name);
    if (prefix === undefined) {
      const program = HERE_PROGRAMS.get(name);
      if (program !== undefined)
        return readsProgram(program, words.slice(at + 1)) ? { language: program.language } : undefined;
      return writtenMode(WRITERS.get(name), at + 1, { words, written, output });
    }
    at = skipOptions(words, at + 1, prefix.options_with_value);
    let { operands } = prefix;
    while (at < words.length && (operands > 0 || isAssignment(words[at]))) {
      operands--;
      at++;
    }
    if (at >= words.length) return undefined;
  }
}

/** Without its folder and version: `/usr/bin/python3.11` is `python`. */
function commandName(word: string | undefined): string {
  const name = word?.slice(word.lastIndexOf('/') + 1) ?? '';
  return name.replace(/[0-9.]+$/, '');
}

function isAssignment(word: string | undefined): boolean {
  return word?.includes('=') ?? false;
}

function skipOptions(words: HereCommand['words'], from: number, withValue: readonly string[]): number {
  let at = from;
  for (; words[at]?.startsWith('-'); at++) {
    const option = words[at] ?? '';
    if (option === '--') return at + 1;
    if (withValue.includes(option)) at++;
  }
  return at;
}

function readsProgram(program: HereProgram, words: HereCommand['words']): boolean {
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) return false;
    if (word === '-' || program.program_here.includes(word)) return true;
    if (word === '--') return at + 1 === words.length || words[at + 1] === '-';
    if (program.program_elsewhere.includes(word)) return false;
    if (program.options_with_value.includes(word)) at++;
    else if (!word.startsWith('-')) return false;
  }
  return true;
}

/** By the ending of the file to which the text is written. */
function writtenMode(
  way: string | undefined,
  first: number,
  { words, written, output }: HereCommand,
): ParseMode | undefined {
  if (way === undefined) return undefined;
  const at = skipOptions(words, first, []);
  if (way === 'redirect' && at < words.length) return undefined;
  const path = way === 'redirect' ? output : written[at];
  const ending = path === undefined ? -1 : path.lastIndexOf('.');
  const kind = path === undefined || ending < 0 ? undefined : KIND_BY_EXTENSION.get(path.slice(ending));
  if (kind === undefined || !kind.parsed || kind.isHost === true) return undefined;
  return { language: kind.language, ...(kind.dialect !== undefined && { dialect: kind.dialect }) };
}
