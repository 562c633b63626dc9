import type { Missed, MissedFinding } from '#missed/model.ts';
import { codeSpan, escapedText } from '../markdown-text.ts';
import { visible } from '../visible.ts';
import { commitText, emptyReason, evidenceText, placeText, summaryOf } from './wording.ts';

/** The findings as Markdown for a ticket or a comment. */
export function* renderMissedMarkdown(result: Missed, limit: number): Generator<string> {
  const [first = '', ...rest] = summaryOf(result);
  yield `**${escapedText(emptyReason(result) ?? first)}**\n\n`;
  for (const line of rest) yield `- ${escapedText(line)}\n`;
  for (const finding of result.findings.slice(0, limit)) yield* findingLines(finding);
  const more = result.findings.length - limit;
  if (more > 0) yield `\nand ${more} more\n`;
}

function* findingLines(finding: MissedFinding): Generator<string> {
  const author = finding.author === undefined ? '' : ` (${finding.author})`;
  yield `\n### ${codeSpan(finding.target)} lacks ${codeSpan(commitText(finding))}\n\n${escapedText(finding.subject + author)}\n`;
  for (const { origin, target, change, merged, ...hunk } of finding.hunks) {
    yield `\nChanged: ${codeSpan(placeText(origin))}\n\n${fenced(change)}`;
    yield `\n${codeSpan(placeText(target))} ${evidenceText({ origin, target, change, merged, ...hunk })}`;
    yield merged.length > 0 ? `; merged:\n\n${fenced(merged)}` : '; does not merge by itself\n';
  }
}

/** A block whose fence is longer than any run of backticks in it. */
export function fenced(lines: readonly string[]): string {
  const text = lines.map((line) => visible(line.replaceAll('\t', '    '))).join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${text}\n${fence}\n`;
}
