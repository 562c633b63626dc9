import type { JSX } from 'preact';
import type { PageState } from '../data.ts';

interface Banner {
  kind: 'bad' | 'warm' | 'faint';
  text: string;
}

/** Everything that was lost, cut or refused, and what a person should know before trusting the rest. */
export function Banners({ state }: { state: PageState }): JSX.Element | null {
  const { degraded, dropped, cutStrings, quarantined, refused } = state.losses;
  const refusals = Object.entries(refused).map(([status, count]) => `${count} × ${status}`);
  const banners: Banner[] = [];
  const say = (kind: Banner['kind'], text: string): void => {
    banners.push({ kind, text });
  };
  if (degraded !== null)
    say('bad', `The disk takes nothing (${degraded.reason}): ${degraded.events} events wait in memory.`);
  if (dropped > 0) say('bad', `${dropped} events were lost: the disk took nothing and the backlog was full.`);
  if (state.unprotected) say('bad', 'Anybody who reaches this address may read, post and clear: no token is set.');
  if (quarantined > 0) say('warm', `${quarantined} lines of the log were unreadable and put aside.`);
  if (cutStrings > 0) say('warm', `${cutStrings} over-long texts were cut.`);
  if (refusals.length > 0) say('faint', `Refused requests since the start: ${refusals.join(', ')}.`);
  if (banners.length === 0) return null;
  return (
    <ul class="banners" aria-label="Losses and warnings">
      {banners.map(({ kind, text }) => (
        <li key={text} class={kind}>
          {text}
        </li>
      ))}
    </ul>
  );
}
