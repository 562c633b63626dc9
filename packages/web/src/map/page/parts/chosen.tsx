import type { JSX } from 'preact';

/** Id of what is chosen in a drawn listbox; the listbox names it as its active descendant. */
export const CHOSEN = 'chosen';

/** What the keyboard or the pointer is on in a drawing, for a screen reader. */
export function Chosen({ words }: { words: string }): JSX.Element | null {
  if (words === '') return null;
  return (
    <div id={CHOSEN} class="for-reader" role="option" tabIndex={-1} aria-selected="true">
      {words}
    </div>
  );
}
