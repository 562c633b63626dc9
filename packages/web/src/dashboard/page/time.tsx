import type { JSX } from 'preact';
import { ago, instant, moment } from '../model/words.ts';

/** How long ago something was, and when exactly. */
export function Time({ at, now }: { at: number; now: number }): JSX.Element {
  return (
    <time dateTime={instant(at)} title={`${moment(at)} UTC`}>
      {ago(at, now)}
    </time>
  );
}
