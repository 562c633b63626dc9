import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageState } from '../data.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const KEY = 'dashboard-theme';

/** Light or dark, and notifications of the browser. */
export function Settings({ state }: { state: PageState }): JSX.Element {
  const [theme, setTheme] = useState<Theme>(remembered);
  const [notify, setNotify] = useState(false);
  const told = useRef(state.incidents[0]?.id ?? 0);
  useEffect(() => {
    document.documentElement.style.colorScheme = theme === 'auto' ? 'light dark' : theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Forgotten with the page.
    }
  }, [theme]);
  useEffect(() => {
    const [newest] = state.incidents;
    if (newest === undefined || newest.id <= told.current) return;
    told.current = newest.id;
    const muted = state.services.some(
      ({ service, acknowledged }) => service === newest.service && acknowledged !== null,
    );
    if (notify && !muted) new Notification(`${newest.service} fails`, { body: newest.findings[0]?.text ?? '' });
  }, [state.incidents[0]?.id]);
  const ask = async (): Promise<void> => setNotify(!notify && (await Notification.requestPermission()) === 'granted');
  return (
    <p class="settings">
      <label>
        Theme{' '}
        <select value={theme} onChange={({ currentTarget }) => setTheme(known(currentTarget.value))}>
          {THEMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {'Notification' in window ? (
        <button type="button" aria-pressed={notify} onClick={() => void ask()}>
          {notify ? 'Notifying' : 'Notify me'}
        </button>
      ) : null}
      <span class="keys">
        <kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>Enter</kbd> open <kbd>0</kbd>–<kbd>5</kbd>{' '}
        kind
      </span>
    </p>
  );
}

function known(text: string | null): Theme {
  return THEMES.find((name) => name === text) ?? 'auto';
}

function remembered(): Theme {
  try {
    return known(localStorage.getItem(KEY));
  } catch {
    return 'auto';
  }
}
