import { visible } from './visible.ts';

/** Characters with a meaning in Markdown, including GitHub's mentions. */
const SPECIAL = /[\\`*_{}[\]()#+!|<>~@&]/g;

/** Escapes text for Markdown. */
export function escapedText(text: string): string {
  return visible(text).replace(SPECIAL, (character) => `\\${character}`);
}

/** A code span whose fence is longer than any run of backticks in it. */
export function codeSpan(text: string): string {
  const shown = visible(text);
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  return runs.length === 0 ? `${fence}${shown}${fence}` : `${fence} ${shown} ${fence}`;
}
