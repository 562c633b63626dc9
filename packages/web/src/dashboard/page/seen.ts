import type { PageState } from '@analyzer/contracts/pages/dashboard';
import { useEffect, useState } from 'preact/hooks';
import { type Seen, seenNow } from '../model/changes.ts';
import { recall, remember } from './memory.ts';

const KEY = 'dashboard-seen';

/**
 * The state that the user marked as seen, or the state of their first visit.
 *
 * @returns that state, undefined before the first load, and a function that marks all as seen
 */
export function useSeen(state: PageState | undefined): { seen: Seen | undefined; markSeen: () => void } {
  const [seen, setSeen] = useState(remembered);
  const markSeen = (): void => {
    if (state === undefined) return;
    const now = seenNow(state);
    setSeen(now);
    remember(KEY, now);
  };
  useEffect(() => {
    if (seen === undefined) markSeen();
  }, [state === undefined]);
  return { seen, markSeen };
}

function remembered(): Seen | undefined {
  const value = recall(KEY);
  if (typeof value !== 'object' || value === null) return undefined;
  const { epoch, newest, total, at }: Partial<Seen> = value;
  const whole = epoch !== undefined && newest !== undefined && total !== undefined && at !== undefined;
  return whole ? { epoch, newest, total, at } : undefined;
}
