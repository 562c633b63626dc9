import { useEffect, useState } from 'preact/hooks';

export type Theme = 'light' | 'dark';
export type ThemeChoice = 'auto' | Theme;

const KEY = 'analyzer-map-theme';
const DARK = '(prefers-color-scheme: dark)';

/** The present theme and the user's choice, stored if the browser allows it for files. */
export function useTheme(): { theme: Theme; choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const [choice, setChoice] = useState(remembered);
  const [systemDark, setSystemDark] = useState(() => matchMedia(DARK).matches);
  useEffect(() => {
    const media = matchMedia(DARK);
    const changed = (): void => setSystemDark(media.matches);
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, []);
  useEffect(() => {
    document.documentElement.style.colorScheme = choice === 'auto' ? 'light dark' : choice;
  }, [choice]);
  const choose = (next: ThemeChoice): void => {
    setChoice(next);
    remember(next);
  };
  return { theme: choice === 'auto' ? (systemDark ? 'dark' : 'light') : choice, choice, choose };
}

function remembered(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

function remember(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Without storage the choice is lost with the page.
  }
}
