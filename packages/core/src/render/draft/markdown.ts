import type { Draft } from '#generalize/model.ts';
import { codeSpan, escapedText } from '../markdown-text.ts';
import { visible } from '../visible.ts';
import { CHECKED, copyText, obstacleText, summaryOf } from './wording.ts';

/** The draft as Markdown for a ticket or a comment. */
export function* renderDraftMarkdown(draft: Draft): Generator<string> {
  yield `**${escapedText(summaryOf(draft))}**\n\n`;
  for (const copy of draft.copies) {
    const left = copy.obstacle === undefined ? '' : `, not in the draft: ${escapedText(obstacleText(copy.obstacle))}`;
    yield `- ${codeSpan(copyText(copy))}${left}\n`;
  }
  if (draft.parameters.length > 0) yield '\n| Parameter | Arguments of the copies |\n|---|---|\n';
  for (const { name, values } of draft.parameters) {
    const cells = values.map((value) => codeSpan(value).replaceAll('|', '\\|')).join(', ');
    yield `| ${codeSpan(name)} | ${cells} |\n`;
  }
  if (draft.written === undefined) return;
  yield `\n${fenced(draft.written.patch)}\n${CHECKED}\n`;
}

/** A block whose fence is longer than any run of backticks in it. */
function fenced(patch: string): string {
  const text = patch
    .trimEnd()
    .split('\n')
    .map((line) => visible(line.replaceAll('\t', '    ').replace(/\r$/, '')))
    .join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${text}\n${fence}\n`;
}
