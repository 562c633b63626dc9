import type { Draft, DraftParameter } from '#generalize/model.ts';
import type { StyleOptions } from '../terminal/style.ts';
import { TerminalStyle } from '../terminal/terminal-style.ts';
import { CHECKED, copyText, obstacleText, summaryOf } from './wording.ts';

/** Arguments of a parameter that are shown; JSON has all. */
const SHOWN_VALUES = 6;

/** The draft as terminal text: what it is, the copies, what differs, and the patch. */
export function* renderDraftTerminal(draft: Draft, options: StyleOptions): Generator<string> {
  const style = new TerminalStyle(options);
  const line = (tone: 'plain' | 'strong' | 'faint' | 'mark' | 'warning', text: string) =>
    `${style.line(tone, style.name(text))}\n`;
  yield line('strong', summaryOf(draft));
  for (const copy of draft.copies) {
    yield line('plain', `  ${copyText(copy)}`);
    if (copy.obstacle !== undefined) yield line('warning', `    not in the draft: ${obstacleText(copy.obstacle)}`);
  }
  if (draft.parameters.length > 0) yield `\n${line('strong', 'what differs')}`;
  for (const parameter of draft.parameters) yield* parameterLines(parameter, line);
  if (draft.written === undefined) return;
  yield '\n';
  for (const text of draft.written.patch.trimEnd().split('\n')) {
    const tone = text.startsWith('+') ? 'mark' : text.startsWith('-') ? 'warning' : 'plain';
    yield line(tone, text.replace(/\r$/, '').replaceAll('\t', '    '));
  }
  yield `\n${line('faint', CHECKED)}`;
}

function* parameterLines(
  { name, kind, lines, values }: DraftParameter,
  line: (tone: 'plain' | 'faint', text: string) => string,
): Generator<string> {
  yield line('plain', `  ${name} (${kind}), line ${lines.join(', ')} of the first copy`);
  for (const value of values.slice(0, SHOWN_VALUES)) yield line('faint', `    ${value.replaceAll(/\s*\n\s*/g, ' ')}`);
  if (values.length > SHOWN_VALUES) yield line('faint', `    and ${values.length - SHOWN_VALUES} more`);
}
