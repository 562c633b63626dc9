import type { UnseenEffect } from './effects.ts';
import type { Body } from './observation.ts';
import type { CodeFile, CodeProject } from './project.ts';
import type { SourceText } from './source-text.ts';

/** What the text of a body says of an effect that needs no call. */
export type UnseenVerdict = { seen: string; line: number } | { doubt: string } | 'no';

const WORD = /[A-Za-z_][\w$]*/g;
/** Words of the languages, which bind nothing. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'as async await case const default do done echo else export fi for from function if import in let local new of return static then this typeof use var void while'.split(
    ' ',
  ),
);
/** Strings and comments of the languages whose effects have a certain form; a comment without an end reaches to that of the text. */
const TEXT =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<=^|\s)#[^\n]*/g;

/** Finds effects that need no call in the texts of files. */
export class UnseenEffects {
  readonly #files: CodeProject['files'];
  readonly #reaching = new Map<UnseenEffect, ReadonlySet<CodeFile>>();
  readonly #binding = new Map<UnseenEffect, Map<CodeFile, readonly BindingLine[]>>();

  #importersOf: ReadonlyMap<CodeFile, readonly CodeFile[]> | undefined;

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
      return target !== undefined && isUsed && this.#reachingFiles(unseen).has(target);
    });
    return from === undefined ? 'no' : { doubt: `${reason}; ${from.path} has it` };
  }

  /** Whether a line outside of a body gives what the pattern finds to a name that the body has too. */
  #isBoundOutside({ file, index }: Body, words: ReadonlySet<string>, unseen: UnseenEffect): boolean {
    const { startLine, endLine } = file.declarations[index] ?? {};
    if (startLine === undefined || endLine === undefined || file.source === undefined) return false;
    return this.#bindingLines(file, file.source, unseen).some(({ line, names }) => {
      return (line <= startLine || line >= endLine) && names.some((name) => words.has(name));
    });
  }

  #bindingLines(file: CodeFile, source: SourceText, unseen: UnseenEffect): readonly BindingLine[] {
    const ofFiles = this.#binding.get(unseen) ?? new Map<CodeFile, readonly BindingLine[]>();
    this.#binding.set(unseen, ofFiles);
    const known = ofFiles.get(file);
    if (known !== undefined) return known;
    const lines = source
      .of(-1)
      .split('\n')
      .flatMap((text, at) => {
        const names = boundIn(text, unseen).filter((name) => !KEYWORDS.has(name));
        return names.length > 0 ? [{ line: at + 1, names }] : [];
      });
    ofFiles.set(file, lines);
    return lines;
  }

  /** The files that have the pattern, and those that import one of them. */
  #reachingFiles(unseen: UnseenEffect): ReadonlySet<CodeFile> {
    const known = this.#reaching.get(unseen);
    if (known !== undefined) return known;
    const reaching = new Set<CodeFile>();
    for (const file of this.#files.values()) {
      const text = file.source?.of(-1);
      if (text === undefined || has(text, unseen)) reaching.add(file);
    }
    // A set is iterated with what is added meanwhile.
    for (const file of reaching) for (const importer of this.#importers().get(file) ?? []) reaching.add(importer);
    this.#reaching.set(unseen, reaching);
    return reaching;
  }

  #importers(): ReadonlyMap<CodeFile, readonly CodeFile[]> {
    if (this.#importersOf !== undefined) return this.#importersOf;
    const importers = new Map<CodeFile, CodeFile[]>();
    for (const file of this.#files.values()) {
      for (const { path } of file.imports) {
        const target = this.#files.get(path ?? '');
        if (target === undefined) continue;
        const its = importers.get(target) ?? [];
        its.push(file);
        importers.set(target, its);
      }
    }
    this.#importersOf = importers;
    return importers;
  }
}

/** A line of a file with the names that it can bind to what a pattern finds in it. */
interface BindingLine {
  line: number;
  names: readonly string[];
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
