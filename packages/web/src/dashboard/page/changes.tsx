import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageState, View } from '../data.ts';
import { changesSince, type Seen, seenNow } from '../model/changes.ts';
import { ago } from '../model/words.ts';
import { type Go, ViewLink } from './go.tsx';
import { recall, remember } from './memory.ts';

const KEY = 'dashboard-seen';

/** What happened since this person last said that they have seen everything; since their first visit before that. */
export function Changes({ state, view, go }: { state: PageState; view: View; go: Go }): JSX.Element {
  const [seen, setSeen] = useState(remembered);
  const look = (): void => {
    const now = seenNow(state);
    setSeen(now);
    remember(KEY, now);
  };
  useEffect(() => {
    if (seen === undefined) look();
  }, []);
  const changes = seen === undefined ? [] : changesSince(seen, state);
  return (
    <section class="changes" aria-labelledby="changes">
      <h2 id="changes">
        Since you last looked
        {seen === undefined || state.now - seen.at < 1_000 ? null : (
          <span class="since">, {ago(seen.at, state.now)}</span>
        )}
      </h2>
      {changes.length === 0 ? (
        <p>Nothing changed.</p>
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
      <button type="button" onClick={look}>
        I have seen everything
      </button>
    </section>
  );
}

function remembered(): Seen | undefined {
  const value = recall(KEY);
  if (typeof value !== 'object' || value === null) return undefined;
  const { epoch, total, at }: Partial<Seen> = value;
  return epoch !== undefined && total !== undefined && at !== undefined ? { epoch, total, at } : undefined;
}
