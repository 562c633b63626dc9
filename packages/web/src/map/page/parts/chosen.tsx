import type { JSX } from 'preact';

/** Id of the selected item of a drawn listbox, for `aria-activedescendant`. */
export const CHOSEN = 'chosen';

/** The item at the pointer or the keyboard focus of a drawing, for screen readers. */
export function Chosen({ words }: { words: string }): JSX.Element | null {
  if (words === '') return null;
  return (
    <div id={CHOSEN} class="for-reader" role="option" tabIndex={-1} aria-selected="true">
      {words}
    </div>
  );
}
