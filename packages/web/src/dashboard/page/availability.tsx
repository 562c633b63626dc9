import type { Availability } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { availabilityWords, shareWords, windowWords } from '../model/history-words.ts';

/** Availability of some windows of time, with unknown time as its own share. */
export function AvailabilityList({ windows }: { windows: readonly Availability[] }): JSX.Element {
  return (
    <dl class="availability">
      {windows.map((shares) => (
        <div key={shares.days}>
          <dt>{windowWords(shares)}</dt>
          <dd>
            <strong>{availabilityWords(shares) ?? 'no data'}</strong>
            <svg class="shares" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect class="none" width="100" height="4" />
              <rect class="good" width={shares.good * 100} height="4" />
              <rect class="bad" x={shares.good * 100} width={shares.failing * 100} height="4" />
            </svg>
            <span class="since">
              {shareWords(shares.failing)} failing, {shareWords(shares.none)} no data
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
