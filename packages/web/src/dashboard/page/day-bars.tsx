import type { HistoryDay } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { shareWords } from '../model/history-words.ts';

const WIDTH = 8;
const HEIGHT = 28;

/** One bar for each day: the time that was good at the bottom, failing above it, and unknown as a gap at the top. */
export function DayBars({ days, label }: { days: readonly HistoryDay[]; label: string }): JSX.Element {
  const worst = days.filter(({ failing }) => failing > 0).length;
  const silent = days.filter(({ none }) => none > 0.999).length;
  return (
    <svg class="day-bars" viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img">
      <title>{`${label}: ${days.length} days, ${worst} of them with failures, ${silent} without data`}</title>
      {days.map(({ day, good, failing, none, runs, failures }, i) => {
        const bad = failing === 0 ? 0 : Math.max(3, failing * HEIGHT);
        const fine = Math.min(HEIGHT - bad, good * HEIGHT);
        return (
          <g key={day}>
            <title>{`${day}: ${shareWords(good)} good, ${shareWords(failing)} failing, ${shareWords(none)} no data; ${runs} reports, ${failures} of them failures`}</title>
            <rect class="none" x={i * WIDTH} y={0} width={WIDTH - 1} height={HEIGHT} />
            <rect class="good" x={i * WIDTH} y={HEIGHT - fine} width={WIDTH - 1} height={fine} />
            <rect class="bad" x={i * WIDTH} y={HEIGHT - fine - bad} width={WIDTH - 1} height={bad} />
          </g>
        );
      })}
    </svg>
  );
}
