import { type FileKind, KIND_BY_EXTENSION, KIND_BY_INTERPRETER, KIND_BY_NAME, OTHER_STARTS } from '#languages/kinds.ts';

/**
 * The language by a file's name: the complete name, or the longest known suffix. A suffix in capitals is treated like
 * its lower-case form unless it is known itself (`.C` is not `.c`).
 */
export function kindOfName(name: string): FileKind | undefined {
  const whole = KIND_BY_NAME.get(name);
  if (whole) return whole;
  for (let dot = name.indexOf('.', 1); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const ending = name.slice(dot);
    const kind = KIND_BY_EXTENSION.get(ending) ?? KIND_BY_EXTENSION.get(smallLetters(ending));
    if (kind) return kind;
  }
  return undefined;
}

/** The byte order mark of UTF-8, a character for each byte. */
const BOM = '\xef\xbb\xbf';

/** The first bytes of a script. */
export const SHEBANG = '#!';

/** A leading dot does not start an extension. */
export function hasExtension(name: string): boolean {
  return name.lastIndexOf('.') > 0;
}

/**
 * @param byName of `kindOfName`
 * @param mayBeScript its name has no extension
 * @param head the first bytes of the file
 */
export function kindOfContent(
  byName: FileKind | undefined,
  mayBeScript: boolean,
  head: Uint8Array,
): FileKind | undefined {
  const byLine = mayBeScript || byName?.shebangFirst === true ? kindOfShebang(head) : undefined;
  return byLine ?? (byName !== undefined && isOfFormat(byName, head) ? byName : undefined);
}

function isOfFormat({ language, needsText }: FileKind, head: Uint8Array): boolean {
  const others = OTHER_STARTS.get(language);
  if (needsText === undefined && others === undefined) return true;
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (needsText !== undefined) return text.includes(needsText);
  const from = text.startsWith(BOM) ? BOM.length : 0;
  return !others?.some((start) => text.startsWith(start, from));
}

/** @param head the first bytes of the file; a longer first line is ignored */
export function kindOfShebang(head: Uint8Array): FileKind | undefined {
  if (head[0] !== 0x23 || head[1] !== 0x21) return undefined;
  const line = head.subarray(2, head.indexOf(0x0a) < 0 ? head.length : head.indexOf(0x0a));
  const interpreter = interpreterOf(Buffer.from(line).toString('latin1'));
  if (interpreter === undefined) return undefined;
  return KIND_BY_INTERPRETER.get(interpreter) ?? KIND_BY_INTERPRETER.get(interpreter.replace(/[-.0-9]+$/, ''));
}

/** @param command a shebang line after its `#!`, such as `/usr/bin/env -S python3.11 -u` */
function interpreterOf(command: string): string | undefined {
  const words = command.split(/[ \t\r]+/).filter((word) => word !== '');
  const program = baseName(words.shift());
  return program === 'env' ? baseName(commandOfEnv(words)) : program;
}

/** Skips the arguments of `env` before the command: options, with their values, and assignments. */
function commandOfEnv(words: string[]): string | undefined {
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const split = /^(?:-[iv0]*S|--split-string=)(.+)$/.exec(word)?.[1];
    if (split !== undefined) words.unshift(split);
    else if (word === '-u' || word === '-C' || word === '--unset' || word === '--chdir') words.shift();
    else if (!word.startsWith('-') && !word.includes('=')) return word;
  }
  return undefined;
}

function baseName(path: string | undefined): string | undefined {
  return path?.slice(path.lastIndexOf('/') + 1);
}

function smallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
