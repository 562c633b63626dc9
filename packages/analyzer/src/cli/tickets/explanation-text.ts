import type { Explanation } from '@analyzer/core/extract/status/explain.ts';
import { visible } from '@analyzer/core/render/visible.ts';

/** An explanation as lines, with the labels in a column. */
export function explanationText({ facts, refusals, next }: Explanation): string {
  const width = Math.max(...facts.map(({ label }) => label.length));
  const all = [
    ...facts,
    ...refusals.map((value) => ({ label: 'refused', value })),
    { label: 'next', value: next ?? 'nothing' },
  ];
  return all.flatMap(({ label, value }) => linesOf(label.padEnd(width), value)).join('');
}

/** A text of several lines, such as the output of a program, is one below the other. */
function linesOf(label: string, value: string): string[] {
  return value
    .trimEnd()
    .split(/\r?\n/)
    .map((line, index) => {
      return `${visible(index === 0 ? label : ' '.repeat(label.length))}  ${visible(line)}\n`;
    });
}
