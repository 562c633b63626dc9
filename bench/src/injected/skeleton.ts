import type { Language } from '../corpus/files.ts';
import { pieces } from '../meaning/lexer.ts';

const STRINGS = `"(?:\\\\[\\s\\S]|[^"\\\\])*"|'(?:\\\\[\\s\\S]|[^'\\\\])*'`;
/** Matches strings, so that comments in them are ignored, and comments, without a parser. A docstring counts as a comment. */
const COMMENTS: Readonly<Record<Language, RegExp>> = {
  javascript: new RegExp(`${STRINGS}|\`(?:\\\\[\\s\\S]|[^\`\\\\])*\`|(//.*|/\\*[\\s\\S]*?\\*/)`, 'g'),
  typescript: new RegExp(`${STRINGS}|\`(?:\\\\[\\s\\S]|[^\`\\\\])*\`|(//.*|/\\*[\\s\\S]*?\\*/)`, 'g'),
  php: new RegExp(`${STRINGS}|(//.*|#(?!\\[).*|/\\*[\\s\\S]*?\\*/)`, 'g'),
  python: new RegExp(
    `(^\\s*[rRuU]?(?:"""[\\s\\S]*?"""|'''[\\s\\S]*?''')\\s*?$)|"""[\\s\\S]*?"""|${STRINGS}|(#.*)`,
    'gm',
  ),
  bash: new RegExp(`${STRINGS}|((?<=^|\\s)#.*)`, 'gm'),
};

/** Includes the dollar signs of names in JavaScript and PHP; that of `${` is punctuation. */
const NAMES = /(?:[\p{L}_]|\$(?![{(]))(?:[\p{L}\p{N}_]|\$(?![{(]))*/gu;

/** The strings in a source, found without a parser. */
export function texts(source: string, language: Language): string[] {
  return [...source.matchAll(COMMENTS[language])].map(([text]) => text);
}

/**
 * A function with all its words replaced by one placeholder: its punctuation, numbers and strings in order. Functions
 * that are identical up to names and layout have the same skeleton, independent of the parser. Signs are single
 * characters, because layout can separate the brackets of `))`.
 */
export function skeleton(text: string, language: Language): string {
  const bare = text.replace(COMMENTS[language], (all, ...groups: unknown[]) =>
    groups.slice(0, 2).some((group) => typeof group === 'string') ? ' ' : all,
  );
  const plain = bare.replace(NAMES, 'w');
  return pieces(plain, 0, plain.length)
    .filter(({ kind }) => kind !== 'blank')
    .flatMap(({ kind, text: piece }) => (kind === 'word' ? 'w' : kind === 'mark' ? [...piece] : piece))
    .join(' ');
}
