import type { JSX } from 'preact';
import { asCurl } from '../model/words.ts';
import { CopyButton } from './copy-button.tsx';

const EVENT = JSON.stringify({
  type: 'REGRESSION',
  service: 'shop',
  endpoint: '/cart',
  reason: 'expected 200, got 500',
});

interface Props {
  /** Origin of this server, as the user reaches it. */
  origin: string;
  needsToken: boolean;
  /** Whether JavaScript is available, for a copy button. */
  script: boolean;
}

/** The page without events: a command that posts a first event to this server. */
export function FirstEvent({ origin, needsToken, script }: Props): JSX.Element {
  const command = asCurl(EVENT, origin, needsToken);
  return (
    <section class="first-event" aria-labelledby="first-event">
      <h2 id="first-event">Post a first event</h2>
      <pre>{command}</pre>
      {script ? <CopyButton label="Copy" text={() => command} /> : null}
      <p>
        {needsToken ? 'Set DASHBOARD_TOKEN to a token of the scope ingest. ' : ''}
        The same with <code>"type":"PASS"</code> ends the regression. <a href="docs">All requests</a>
      </p>
    </section>
  );
}
