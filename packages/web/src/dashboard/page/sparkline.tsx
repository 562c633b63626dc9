import type { ServiceRow } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';

const WIDTH = 5;
const HEIGHT = 22;

/** Events by hour: all of them faint, failing ones in front. */
export function Sparkline({ hours }: { hours: ServiceRow['hours'] }): JSX.Element {
  const most = Math.max(1, ...hours.map(({ all }) => all));
  const bad = hours.reduce((sum, hour) => sum + hour.bad, 0);
  const all = hours.reduce((sum, hour) => sum + hour.all, 0);
  // One path for all bars: there may be a hundred services.
  const bars = (counts: readonly number[]): string =>
    counts
      .map((count, i) => {
        if (count === 0) return '';
        const height = Math.max(2, Math.round((count / most) * HEIGHT));
        return `M${i * WIDTH} ${HEIGHT}v-${height}h${WIDTH - 1}v${height}z`;
      })
      .join('');
  return (
    <svg class="spark" viewBox={`0 0 ${hours.length * WIDTH} ${HEIGHT}`} role="img">
      <title>{`${all} event${all === 1 ? '' : 's'} in 24 hours, ${bad} of them failing`}</title>
      <path class="all" d={bars(hours.map((hour) => hour.all))} />
      <path class="bad" d={bars(hours.map((hour) => hour.bad))} />
    </svg>
  );
}
