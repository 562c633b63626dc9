import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PageState } from '../data.ts';
import { changesSince, type Seen } from '../model/changes.ts';
import { ago } from '../model/words.ts';

const KEY = 'dashboard-seen';

/** What happened since this person last said that they have seen everything. */
export function Changes({ state }: { state: PageState }): JSX.Element | null {
  const [seen, setSeen] = useState(remembered);
  const look = (): void => {
    const now: Seen = { epoch: state.epoch, newest: state.newest, at: state.now };
    setSeen(now);
    try {
      localStorage.setItem(KEY, JSON.stringify(now));
    } catch {
      // A browser that denies storage forgets it when the page is closed.
    }
  };
  const changes = seen === undefined ? [] : changesSince(seen, state);
  return (
    <section class="changes" aria-labelledby="changes">
      <h2 id="changes">
        {seen === undefined ? 'What changes from now on?' : `Since you last looked, ${ago(seen.at, state.now)}`}
      </h2>
      {seen === undefined ? null : changes.length === 0 ? (
        <p>Nothing changed.</p>
      ) : (
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
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
  try {
    const value: Partial<Seen> = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { epoch, newest, at } = value;
    return epoch !== undefined && newest !== undefined && at !== undefined ? { epoch, newest, at } : undefined;
  } catch {
    return undefined;
  }
}
