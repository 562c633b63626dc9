import type { Look, Tone } from '../terminal/look.ts';
import { plural } from '../terminal/numbers.ts';
import { visible } from '../visible.ts';
import { excerpt } from './excerpt.ts';
import { type CheckedFile, isValid } from './model.ts';

const TONES: Readonly<Record<'error' | 'warning' | 'note', Tone>> = {
  error: 'warning',
  warning: 'mark',
  note: 'faint',
};
const MARGIN = '    ';
/** Characters of a pointer; longer ones, as to what is nested deep, tell nobody more. */
const LONGEST_POINTER = 120;

/** Findings for people: a line each, what to do about it, the place in the file, and at the end how many there are. */
export function* renderFindings(files: readonly CheckedFile[], look: Look): Generator<string> {
  for (const file of files) {
    for (const finding of file.findings) {
      const { line, column, pointer, rule, severity, message, remedy } = finding;
      const place = `${file.path}:${line}:${column}`;
      const about = pointer === '' ? '(document)' : middleCut(pointer, look.glyphs.ellipsis);
      const head = [place, about, rule, `${severity}: ${message}`, remedy];
      yield `${look.paint(TONES[severity], head.map((part) => visible(part, look.ascii)).join('  '))}\n`;
      if (file.text === '') continue;
      const width = look.width - MARGIN.length;
      for (const row of excerpt(file.text, file.positions, finding, width, look.glyphs.ellipsis)) {
        yield `${MARGIN}${look.ascii ? visible(row, true) : row}\n`;
      }
    }
    yield `${visible(summaryOf(file), look.ascii)}\n`;
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

/** The beginning and the end of a long text. */
function middleCut(text: string, ellipsis: string): string {
  const characters = Array.from(text);
  if (characters.length <= LONGEST_POINTER) return text;
  const half = LONGEST_POINTER / 2;
  return `${characters.slice(0, half).join('')}${ellipsis}${characters.slice(-half).join('')}`;
}
