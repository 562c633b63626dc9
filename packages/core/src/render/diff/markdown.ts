import type { Diff } from '#diff/model.ts';
import type { Detail } from '../terminal.ts';
import { visible } from '../visible.ts';
import { sectionsOf } from './sections.ts';
import { verdictOf } from './verdict.ts';

/** Rows of a section at the usual detail; a comment of a code review should stay short. */
const SHOWN = 30;
/** What Markdown, GitHub's mentions included, would act on. */
const SPECIAL = /[\\`*_{}[\]()#+!|<>~@&]/g;

/** A diff as Markdown, for a comment on a code review. Long lists are folded, and cut unless the detail is `full`. */
export function* renderDiffMarkdown(diff: Diff, detail: Detail): Generator<string> {
  const [first, ...rest] = verdictOf(diff);
  yield `**${escaped(first ?? '')}**\n\n`;
  for (const line of rest) yield `- ${escaped(line)}\n`;
  for (const { title, rows } of sectionsOf(diff, '→')) {
    if (detail === 'files' && !title.includes('iles')) continue;
    yield `\n<details><summary>${title} (${rows.length})</summary>\n\n`;
    const shown = detail === 'full' ? rows : rows.slice(0, SHOWN);
    for (const { place, text } of shown) yield `- ${code(place)} ${escaped(text)}\n`;
    if (shown.length < rows.length) yield `- and ${rows.length - shown.length} more\n`;
    yield '\n</details>\n';
  }
}

function escaped(text: string): string {
  return visible(text).replace(SPECIAL, (character) => `\\${character}`);
}

/** A span of code whose fence is longer than any run of backticks in it. */
function code(text: string): string {
  const shown = visible(text);
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  return runs.length === 0 ? `${fence}${shown}${fence}` : `${fence} ${shown} ${fence}`;
}
