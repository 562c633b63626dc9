import type { PageState, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { recall, remember } from './memory.ts';
import { useNotifications } from './notify.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const KEY = 'dashboard-theme';

const KEYS: readonly [string, string][] = [
  ['/', 'search'],
  ['j k', 'next and previous event'],
  ['Enter', 'open or close an event'],
  ['0 – 5', 'all events, or one type'],
  ['Escape', 'clear the view'],
];

/** Theme, browser notifications, and the list of keys. */
export function Settings({ state, go }: { state: PageState; go: (view: Partial<View>) => void }): JSX.Element {
  const [theme, setTheme] = useState<Theme>(() => known(recall(KEY)));
  const { notifying, toggle } = useNotifications(state, go);
  useEffect(() => {
    document.documentElement.style.colorScheme = theme === 'auto' ? 'light dark' : theme;
    remember(KEY, theme);
  }, [theme]);
  return (
    <div class="settings">
      <label>
        <span class="for-reader">Theme</span>
        <select value={theme} onChange={({ currentTarget }) => setTheme(known(currentTarget.value))}>
          {THEMES.map((name) => (
            <option key={name} value={name}>
              {name === 'auto' ? 'automatic' : name}
            </option>
          ))}
        </select>
      </label>
      {toggle === undefined ? null : (
        <button type="button" aria-pressed={notifying} onClick={toggle}>
          {notifying ? 'Notifications on' : 'Notify me'}
        </button>
      )}
      <details class="keys">
        <summary>Keys</summary>
        <dl class="key-list">
          {KEYS.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function known(value: unknown): Theme {
  return THEMES.find((name) => name === value) ?? 'auto';
}
