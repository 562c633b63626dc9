import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Counted } from '../model/atlas.ts';

/** Which copies all views count, and the setter of the switch. */
export const Counting = createContext<{ counted: Counted; count: (counted: Counted) => void }>({
  counted: 'all',
  count: () => undefined,
});

export function useCounted(): Counted {
  return useContext(Counting).counted;
}
