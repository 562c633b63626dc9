import type { PageState, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { changesSince, type Seen } from '../model/changes.ts';
import { ago } from '../model/words.ts';
import { type Go, ViewLink } from './go.tsx';

interface Props {
  state: PageState;
  seen: Seen | undefined;
  markSeen: () => void;
  view: View;
  go: Go;
}

/** Changes since the user marked all as seen, or since their first visit. */
export function Changes({ state, seen, markSeen, view, go }: Props): JSX.Element {
  const changes = seen === undefined ? [] : changesSince(seen, state);
  return (
    <section class="changes" aria-labelledby="changes">
      <h2 id="changes">
        Since your last visit
        {seen === undefined || state.now - seen.at < 1_000 ? null : (
          <span class="since">, {ago(seen.at, state.now)}</span>
        )}
      </h2>
      {changes.length === 0 ? (
        <p>No changes.</p>
      ) : (
        <ul>
          {changes.map(({ words, services }) => (
            <li key={words}>
              {words}
              {services.length === 0 ? null : ': '}
              {services.slice(0, 6).map((service, i) => (
                <span key={service}>
                  {i > 0 ? ', ' : ''}
                  <ViewLink view={{ ...view, service, open: null }} go={go}>
                    {service || '(no name)'}
                  </ViewLink>
                </span>
              ))}
              {services.length > 6 ? ` and ${services.length - 6} more` : ''}
            </li>
          ))}
        </ul>
      )}
      <button type="button" onClick={markSeen}>
        Mark all as seen
      </button>
    </section>
  );
}
