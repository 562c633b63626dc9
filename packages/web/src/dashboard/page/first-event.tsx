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
  /** Address of this server, as the reader reaches it. */
  origin: string;
  needsToken: boolean;
  /** A button that copies needs a script. */
  script: boolean;
}

/** What an empty page shows: the command that posts a first event to this server. */
export function FirstEvent({ origin, needsToken, script }: Props): JSX.Element {
  const command = asCurl(EVENT, origin, needsToken);
  return (
    <section class="first-event" aria-labelledby="first-event">
      <h2 id="first-event">Post a first event</h2>
      <pre>{command}</pre>
      {script ? <CopyButton label="Copy" text={() => command} /> : null}
      <p>
        {needsToken ? 'Set DASHBOARD_TOKEN to a token of the scope ingest. ' : ''}
        The same with <code>"type":"PASS"</code> ends the regression. <a href="/docs">All requests</a>
      </p>
    </section>
  );
}
