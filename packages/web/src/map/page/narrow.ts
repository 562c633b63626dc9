import { useEffect, useState } from 'preact/hooks';

/** Equals the media query in the style sheets. */
const NARROW = '(max-width: 760px)';

/** Whether the window is narrow, so that columns are stacked; updated on changes. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const update = (): void => setNarrow(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return narrow;
}
