import { useEffect, useState } from 'preact/hooks';

/** As in the style sheets. */
const NARROW = '(max-width: 760px)';

/** Whether the window is so narrow that what else stands side by side is stacked; kept up to date. */
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
