import { useEffect, useState } from 'preact/hooks';
import type { PageState } from '../data.ts';
import { type Seen, seenNow } from '../model/changes.ts';
import { recall, remember } from './memory.ts';

const KEY = 'dashboard-seen';

/**
 * What this person had seen when they last said so, or on their first visit.
 *
 * @returns it, undefined before the first state is there, and how to say that everything is seen now
 */
export function useSeen(state: PageState | undefined): { seen: Seen | undefined; look: () => void } {
  const [seen, setSeen] = useState(remembered);
  const look = (): void => {
    if (state === undefined) return;
    const now = seenNow(state);
    setSeen(now);
    remember(KEY, now);
  };
  useEffect(() => {
    if (seen === undefined) look();
  }, [state === undefined]);
  return { seen, look };
}

function remembered(): Seen | undefined {
  const value = recall(KEY);
  if (typeof value !== 'object' || value === null) return undefined;
  const { epoch, newest, total, at }: Partial<Seen> = value;
  const whole = epoch !== undefined && newest !== undefined && total !== undefined && at !== undefined;
  return whole ? { epoch, newest, total, at } : undefined;
}
