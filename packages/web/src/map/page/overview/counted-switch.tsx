import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { Counting } from '../counted.ts';

/** Selects the copies that headline, treemap and table count, at every level. */
export function CountedSwitch(): JSX.Element {
  const { counted, count } = useContext(Counting);
  return (
    <fieldset class="pair" aria-label="Counted copies">
      {(['all', 'exact'] as const).map((kind) => (
        <button type="button" key={kind} aria-pressed={counted === kind} onClick={() => count(kind)}>
          {kind === 'all' ? 'All copies' : 'Exact copies'}
        </button>
      ))}
    </fieldset>
  );
}
