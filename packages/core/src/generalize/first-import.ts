interface Start {
  /** Comments of the file, which a blank line ends. */
  header: RegExp;
  /** What must be the first code of a file. */
  first: RegExp;
}

const PYTHON: Start = {
  header: /(?:#[^\n]*\n)+(?=[ \t]*\r?\n)/y,
  first: /[rRuU]?(?:"""(?:(?!""")[\s\S])*"""|'''(?:(?!''')[\s\S])*'''|"[^"\n]*"|'[^'\n]*')[ \t]*\r?\n/y,
};
const SCRIPT: Start = {
  header: /(?:\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*\r?\n|(?:\/\/[^\n]*\n)+)(?=[ \t]*\r?\n)/y,
  first: /(?:(?:'[^'\n]*'|"[^"\n]*");?[ \t]*\r?\n)+/y,
};
const COMMAND = /#![^\n]*\n/y;
const BLANK_LINES = /(?:[ \t]*\r?\n)*/y;

/** Where a file without imports gets its first one: after its header, and its docstring or directives. */
export function firstImportAt(source: string, language: string): number {
  const { header, first } = language === 'python' ? PYTHON : SCRIPT;
  let at = 0;
  for (const part of [COMMAND, header, BLANK_LINES, first, BLANK_LINES]) {
    part.lastIndex = at;
    at += part.exec(source)?.[0].length ?? 0;
  }
  return at;
}
