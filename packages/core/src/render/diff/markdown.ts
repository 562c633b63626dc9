import type { Diff } from '#diff/model.ts';
import { codeSpan, escapedText } from '../markdown-text.ts';
import type { Detail } from '../terminal.ts';
import { sectionsOf } from './sections.ts';
import { verdictOf } from './verdict.ts';

/** Maximum rows of a section except at detail `full`, because review comments should be short. */
const SHOWN = 30;

/** A diff as Markdown for a code review comment. Long lists are folded, and cut except at detail `full`. */
export function* renderDiffMarkdown(diff: Diff, detail: Detail): Generator<string> {
  const [first, ...rest] = verdictOf(diff);
  yield `**${escapedText(first ?? '')}**\n\n`;
  for (const line of rest) yield `- ${escapedText(line)}\n`;
  for (const { title, rows } of sectionsOf(diff, '→')) {
    if (detail === 'files' && !title.includes('iles')) continue;
    yield `\n<details><summary>${title} (${rows.length})</summary>\n\n`;
    const shown = detail === 'full' ? rows : rows.slice(0, SHOWN);
    for (const { location, text } of shown) yield `- ${codeSpan(location)} ${escapedText(text)}\n`;
    if (shown.length < rows.length) yield `- and ${rows.length - shown.length} more\n`;
    yield '\n</details>\n';
  }
}
