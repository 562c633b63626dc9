import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import type { Print, Prints } from './prints.ts';

/** A function's text as the first function of a small program. */
export interface Standalone {
  source: string;
  /** Start and end of the function's text. */
  from: number;
  to: number;
  /** Its name in that program. */
  ownName: string;
}

/** Code that an extracted function may need around it; `@` is its text. */
const FRAMES: Readonly<Record<string, readonly string[]>> = {
  javascript: ['@\n', 'const @;\n', 'class C extends D {\n@\n}\n', '({\n@\n});\n', 'export default @\n'],
  typescript: ['@\n', 'const @;\n', 'class C extends D {\n@\n}\n', '({\n@\n});\n', 'export default @\n'],
  php: ['<?php\n@\n', '<?php\n@;\n', '<?php\nclass C {\n@\n}\n'],
  bash: ['@\n'],
};

/** The program, or undefined if the function has other fingerprints in it. */
export function standalone(text: string, print: Print, mode: ParseMode, prints: Prints): Standalone | undefined {
  for (const candidate of candidates(text, print, mode)) {
    const { whole, functions } = prints.read(candidate.source, mode);
    const [first] = functions;
    if (whole && first?.body === print.body && first.shape === print.shape)
      return { ...candidate, ownName: first.name };
  }
  return undefined;
}

function candidates(text: string, print: Print, mode: ParseMode): Omit<Standalone, 'ownName'>[] {
  if (mode.language === 'python') return [pythonBlock(text, print)];
  const body = text.slice(print.start, print.end);
  return (FRAMES[mode.language] ?? []).map((frame) => {
    const from = frame.indexOf('@');
    return { source: frame.replace('@', () => body), from, to: from + body.length };
  });
}

/** Complete lines in a block: indentation is unchanged. */
function pythonBlock(text: string, { start, end, kind }: Print): Omit<Standalone, 'ownName'> {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const lines = text.slice(line, end);
  const head = kind === 'method' ? 'class C:\n' : start > line ? 'if 1:\n' : '';
  const indent = start === line && head !== '' ? ' ' : '';
  const source = `${head}${indent}${lines}\n`;
  return { source, from: head.length + indent.length + (start - line), to: source.length - 1 };
}
