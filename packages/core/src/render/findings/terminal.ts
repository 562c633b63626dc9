import { plural } from '../terminal/numbers.ts';
import type { TerminalStyle, Tone } from '../terminal/terminal-style.ts';
import { visible } from '../visible.ts';
import { excerpt } from './excerpt.ts';
import { type CheckedFile, isValid } from './model.ts';

const TONES: Readonly<Record<'error' | 'warning' | 'note', Tone>> = {
  error: 'warning',
  warning: 'mark',
  note: 'faint',
};
const MARGIN = '    ';
/** Maximum characters of a displayed pointer. */
const MAX_POINTER_LENGTH = 120;

/** Findings as terminal text: a line each with remedy and excerpt, then the counts. */
export function* renderFindings(files: readonly CheckedFile[], style: TerminalStyle): Generator<string> {
  for (const file of files) {
    for (const finding of file.findings) {
      const { line, column, pointer, rule, severity, message, remedy } = finding;
      const location = `${file.path}:${line}:${column}`;
      const about = pointer === '' ? '(document)' : middleCut(pointer, style.glyphs.ellipsis);
      const parts = [location, about, rule, `${severity}: ${message}`, remedy];
      yield `${style.paint(TONES[severity], parts.map((part) => visible(part, style.ascii)).join('  '))}\n`;
      if (file.text === '') continue;
      const width = style.width - MARGIN.length;
      for (const row of excerpt(file.text, file.positions, finding, width, style.glyphs.ellipsis)) {
        yield `${MARGIN}${style.ascii ? visible(row, true) : row}\n`;
      }
    }
    yield `${visible(summaryOf(file), style.ascii)}\n`;
  }
}

function summaryOf(file: CheckedFile): string {
  const { path, findings, omitted, readable } = file;
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const parts = [plural(count('error'), 'error'), plural(count('warning'), 'warning'), plural(count('note'), 'note')];
  const more = omitted > 0 ? `, and ${plural(omitted, 'more finding')} not listed` : '';
  const state = !readable ? 'could not be read' : isValid(file) ? 'is valid' : 'is not valid';
  return `${path} ${state}: ${parts.join(', ')}${more}`;
}

/** Replaces the middle of a long string by an ellipsis. */
function middleCut(text: string, ellipsis: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_POINTER_LENGTH) return text;
  const half = MAX_POINTER_LENGTH / 2;
  return `${characters.slice(0, half).join('')}${ellipsis}${characters.slice(-half).join('')}`;
}
