import type { UnseenEffect } from './effects.ts';
import type { Body } from './observation.ts';
import type { CodeFile, CodeProject } from './project.ts';

/** What the text of a body says of an effect that needs no call. */
export type UnseenVerdict = { seen: string; line: number } | { doubt: string } | 'no';

const WORD = /[A-Za-z_][\w$]*/g;
/** Words of the languages, which bind nothing. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'as async await case const default do done echo else export fi for from function if import in let local new of return static then this typeof use var void while'.split(
    ' ',
  ),
);
/** Strings and comments of the languages whose effects have a certain form. */
const TEXT = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=^|\s)#[^\n]*/g;

/** Finds effects that need no call in the texts of files. */
export class UnseenEffects {
  readonly #files: CodeProject['files'];
  readonly #reaching = new Map<UnseenEffect, Map<CodeFile, boolean>>();

  constructor({ files }: Pick<CodeProject, 'files'>) {
    this.#files = files;
  }

  of({ file, index }: Body, unseen: UnseenEffect): UnseenVerdict {
    const { reason, pattern, certain } = unseen;
    const text = file.source?.of(index);
    if (text === undefined || pattern === undefined) return { doubt: reason };
    const found = certain?.exec(text.replace(TEXT, (it) => it.replace(/[^\n]/g, ' ')));
    if (found) {
      const first = file.declarations[index]?.startLine ?? 1;
      return { seen: found[0], line: first + text.slice(0, found.index).split('\n').length - 1 };
    }
    if (has(text, unseen)) return { doubt: reason };
    const words = new Set(text.match(WORD));
    if (this.#isBoundOutside({ file, index }, words, unseen))
      return { doubt: `${reason}; ${file.path} has it outside` };
    const from = file.imports.find(({ path, names }) => {
      const target = path === undefined ? undefined : this.#files.get(path);
      const isUsed = names.some(({ name, alias }) => words.has(alias ?? name) && !isFunction(target, name));
      return target !== undefined && isUsed && this.#reaches(target, unseen);
    });
    return from === undefined ? 'no' : { doubt: `${reason}; ${from.path} has it` };
  }

  /** Whether a line outside of a body gives what the pattern finds to a name that the body has too. */
  #isBoundOutside({ file, index }: Body, words: ReadonlySet<string>, unseen: UnseenEffect): boolean {
    if (index < 0 || file.source === undefined || !has(file.source.of(-1), unseen)) return false;
    const lines = `${file.source.before(index)}\n${file.source.after(index)}`.split('\n');
    return lines.some((line) => boundIn(line, unseen).some((word) => words.has(word) && !KEYWORDS.has(word)));
  }

  /** Whether a file, or one that it imports, has the pattern. */
  #reaches(file: CodeFile, unseen: UnseenEffect): boolean {
    const known = this.#reaching.get(unseen) ?? new Map<CodeFile, boolean>();
    this.#reaching.set(unseen, known);
    const before = known.get(file);
    if (before !== undefined) return before;
    // Files that import each other are searched once.
    known.set(file, false);
    const text = file.source?.of(-1);
    const isHere = text === undefined || has(text, unseen);
    const targets = file.imports.flatMap(({ path }) => this.#files.get(path ?? '') ?? []);
    const isFound = isHere || targets.some((target) => this.#reaches(target, unseen));
    known.set(file, isFound);
    return isFound;
  }
}

function has(text: string, { pattern, harmless }: UnseenEffect): boolean {
  return pattern?.test(harmless === undefined ? text : text.replace(harmless, ' ')) ?? true;
}

/** The names that a line can bind to what the pattern finds in it. */
function boundIn(line: string, unseen: UnseenEffect): string[] {
  if (!has(line, unseen)) return [];
  const before = line.slice(0, unseen.pattern?.exec(line)?.index ?? 0);
  if (/\bimport\b/.test(line)) return line.match(WORD) ?? [];
  return /[=:]/.test(before) ? (before.match(WORD) ?? []) : [];
}

/** Whether a file declares a function of that name, which a call follows. */
function isFunction(file: CodeFile | undefined, name: string): boolean {
  return file?.declarations.some(({ qualifiedName }) => qualifiedName === name) === true;
}
