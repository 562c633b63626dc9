import type { JSX } from 'preact';
import { ago, instant, moment } from '../model/words.ts';

/** The age of a time, and the exact time. */
export function Time({ at, now }: { at: number; now: number }): JSX.Element {
  return (
    <time dateTime={instant(at)} title={`${moment(at)} UTC`}>
      {ago(at, now)}
    </time>
  );
}
