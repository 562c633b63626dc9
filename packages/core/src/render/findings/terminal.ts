import type { Look, Tone } from '../terminal/look.ts';
import { plural } from '../terminal/numbers.ts';
import { visible } from '../visible.ts';
import { excerpt } from './excerpt.ts';
import type { CheckedFile } from './model.ts';

const TONES: Readonly<Record<'error' | 'warning' | 'note', Tone>> = {
  error: 'warning',
  warning: 'mark',
  note: 'faint',
};
const MARGIN = '    ';

/** Findings for people: a line each, what to do about it, the place in the file, and at the end how many there are. */
export function* renderFindings(files: readonly CheckedFile[], look: Look): Generator<string> {
  for (const file of files) {
    for (const finding of file.findings) {
      const { line, column, pointer, rule, severity, message, remedy } = finding;
      const place = `${file.path}:${line}:${column}`;
      const head = [place, pointer === '' ? '(document)' : pointer, rule, `${severity}: ${message}`, remedy];
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

function summaryOf({ path, findings, omitted, readable }: CheckedFile): string {
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const parts = [plural(count('error'), 'error'), plural(count('warning'), 'warning'), plural(count('note'), 'note')];
  const more = omitted > 0 ? `, and ${plural(omitted, 'more finding')} not listed` : '';
  const state = !readable ? 'could not be read' : count('error') > 0 || omitted > 0 ? 'is not valid' : 'is valid';
  return `${path} ${state}: ${parts.join(', ')}${more}`;
}
