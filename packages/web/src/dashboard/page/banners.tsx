import type { Losses, PageState } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { span } from '../model/words.ts';

interface Banner {
  kind: 'bad' | 'warm' | 'faint';
  text: string;
}

/** Losses, cut strings, refusals and warnings. */
export function Banners({ state }: { state: PageState }): JSX.Element | null {
  const { degraded, dropped, cutStrings, quarantined, readersCutOff, channels, refused } = state.losses;
  const { servicesForgotten, servicesRefused, clockBehind, ringLimit, sharedBehind } = state.losses;
  const banners: Banner[] = [];
  const say = (kind: Banner['kind'], text: string): void => {
    banners.push({ kind, text });
  };
  if (degraded !== null)
    say('bad', `The disk is not writable (${degraded.reason}): ${many(degraded.events, 'event')} in memory only.`);
  if (dropped > 0) say('bad', `${many(dropped, 'event')} lost: the disk was not writable and the backlog was full.`);
  if (state.unprotected)
    say('bad', 'No token is set: everyone who can reach this server can read, post and clear events.');
  for (const { name, failed, waiting, problem } of channels) {
    const why = problem === null ? '' : ` (${problem})`;
    if (failed > 0) say('bad', `${many(failed, 'notification')} not delivered by the channel ${name}${why}.`);
    else if (problem !== null) say('warm', `${many(waiting, 'notification')} of the channel ${name} waiting${why}.`);
  }
  if (quarantined > 0) say('warm', `${many(quarantined, 'line')} of the log unreadable, moved to the quarantine.`);
  if (servicesForgotten > 0) {
    say('warm', `${many(servicesForgotten, 'service')} replaced by new ones: there are too many names of services.`);
  }
  if (servicesRefused > 0) {
    say('bad', `${many(servicesRefused, 'name')} of services not tracked: there are too many names.`);
  }
  if (sharedBehind !== null) {
    say(
      'bad',
      `The shared store cannot be reached: events of other dashboards are missing here, and up to ${many(sharedBehind, 'event')} of this one there.`,
    );
  }
  if (ringLimit !== null) {
    say('bad', `The disk is too small for ${state.ring.capacity} events: only the newest ${ringLimit} are stored.`);
  }
  if (clockBehind > 0) {
    say('warm', `The server's clock stepped back: it is ${span(clockBehind)} behind stored times.`);
  }
  if (cutStrings > 0) say('warm', `${many(cutStrings, 'over-long string')} cut to 64 KiB.`);
  if (readersCutOff > 0)
    say('faint', `${many(readersCutOff, 'reader')} of the stream disconnected: they did not read.`);
  if (banners.length === 0 && refused.length === 0) return null;
  return (
    <ul class="banners" aria-label="Losses and warnings">
      {banners.map(({ kind, text }) => (
        <li key={text} class={kind}>
          {text}
        </li>
      ))}
      {refused.length === 0 ? null : (
        <li class={refused.some(({ status }) => LOST.has(status)) ? 'warm' : 'faint'}>
          <Refusals refused={refused} />
        </li>
      )}
    </ul>
  );
}

const WHY: Readonly<Record<number, string>> = {
  400: 'invalid HTTP',
  401: 'no valid token',
  403: 'another Host or Origin, a token without the scope, or an origin that is not allowed',
  404: 'unknown path',
  405: 'wrong method',
  408: 'too slow',
  413: 'too large',
  409: 'an error page cannot be a baseline',
  415: 'not JSON, or compressed',
  422: 'not an event',
  429: 'too many waiting captures, or too many wrong tokens',
  431: 'too many headers',
  499: 'the sender disconnected before its request was complete',
  502: 'the remote browser failed',
  503: 'the disk is not writable, too many readers, or no browser',
};
/** Agents do not retry: events refused with these codes are lost. */
const LOST: ReadonlySet<number> = new Set([401, 403, 408, 413, 415, 422, 429, 499, 503]);

function Refusals({ refused }: { refused: Losses['refused'] }): JSX.Element {
  const all = refused.reduce((sum, { count }) => sum + count, 0);
  const byStatus = new Map<number, number>();
  for (const { status, count } of refused) byStatus.set(status, (byStatus.get(status) ?? 0) + count);
  const summary = [...byStatus].map(([status, count]) => `${count} × ${status}`).join(', ');
  const rows = refused.toSorted((a, b) => b.count - a.count || a.status - b.status);
  return (
    <details class="refusals">
      <summary>
        {many(all, 'request')} refused since the start: {summary}
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Status</th>
            <th scope="col">Times</th>
            <th scope="col">Because</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ source, status, count }) => (
            <tr key={`${source} ${status}`}>
              <td>{source === 'batch' ? 'lines of a batch' : source}</td>
              <td>{status}</td>
              <td>{count}</td>
              <td>{WHY[status] ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
