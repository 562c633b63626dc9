const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII_BARS = ['_', '.', '-', '~', '=', '+', '*', '#'];
/** Index of the highest bar. */
const LEVELS = BARS.length - 1;

/**
 * A line of bars from the least to the largest value.
 *
 * @param width bars, at most; more values share a bar, which shows the last one of them
 */
export function sparkline(values: readonly number[], width: number, ascii: boolean): string {
  const bars = ascii ? ASCII_BARS : BARS;
  const count = Math.min(values.length, width);
  const shown = Array.from(
    { length: count },
    (_, at) => values[Math.ceil(((at + 1) * values.length) / count) - 1] ?? 0,
  );
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  return shown.map((value) => bars[barOf(value, least, most)]).join('');
}

/** Equal values are in the middle, unless there is nothing. */
function barOf(value: number, least: number, most: number): number {
  if (most === least) return most === 0 ? 0 : LEVELS >> 1;
  return Math.round((LEVELS * (value - least)) / (most - least));
}
