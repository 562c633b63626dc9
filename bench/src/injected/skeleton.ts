import type { Language } from '../corpus/files.ts';
import { pieces } from '../meaning/lexer.ts';

const STRINGS = `"(?:\\\\[\\s\\S]|[^"\\\\])*"|'(?:\\\\[\\s\\S]|[^'\\\\])*'`;
/** Texts, so that no comment is seen in them, and comments, by looks. A docstring counts as one. */
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

/** With the dollar signs that names have in JavaScript and PHP; that of `${` is a mark. */
const NAMES = /(?:[\p{L}_]|\$(?![{(]))(?:[\p{L}\p{N}_]|\$(?![{(]))*/gu;

/** The texts in a source, by looks. */
export function texts(source: string, language: Language): string[] {
  return [...source.matchAll(COMMENTS[language])].map(([text]) => text);
}

/**
 * A function with all its words replaced by the same one: its punctuation, numbers and texts in order. Functions that
 * are equal except for names and layout have the same skeleton, independent of the parser.
 */
export function skeleton(text: string, language: Language): string {
  const bare = text.replace(COMMENTS[language], (all, ...groups: unknown[]) =>
    groups.slice(0, 2).some((group) => typeof group === 'string') ? ' ' : all,
  );
  const plain = bare.replace(NAMES, 'w');
  return pieces(plain, 0, plain.length)
    .filter(({ kind }) => kind !== 'blank')
    .map(({ kind, text: piece }) => (kind === 'word' ? 'w' : piece))
    .join(' ');
}
