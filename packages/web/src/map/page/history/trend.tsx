import type { JSX } from 'preact';
import { exactPercent } from '../../model/words.ts';

/** Units of the drawing. */
const WIDTH = 600;
const HEIGHT = 60;

/** A share at each step, as a line from zero up to the largest one. */
export function Trend({
  name,
  shares,
  dates,
}: {
  name: string;
  shares: readonly number[];
  dates: readonly string[];
}): JSX.Element {
  const most = Math.max(...shares, Number.MIN_VALUE);
  const times = dates.map((date) => Date.parse(date));
  const [first = 0, last = 0] = [Math.min(...times), Math.max(...times)];
  const points = shares.map((its, at) => {
    const x = last === first ? WIDTH : (WIDTH * ((times[at] ?? first) - first)) / (last - first);
    return `${x.toFixed(1)},${(HEIGHT * (1 - its / most)).toFixed(1)}`;
  });
  const [from, to] = [shares[0] ?? 0, shares.at(-1) ?? 0];
  const words = `${name}: ${exactPercent(from)} → ${exactPercent(to)}, at most ${exactPercent(Math.max(...shares, 0))}`;
  return (
    <figure class="trend">
      <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <polyline points={points.join(' ')} />
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}
