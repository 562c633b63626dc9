import { EVENT_TYPES } from '@analyzer/contracts/pages/dashboard';

/**
 * Handles keys: `/` searches, j and k select events, 0 to 5 choose a type, Escape clears the view.
 *
 * @returns a function that stops listening
 */
export function listenToKeys(choose: (type: string) => void, everything: () => void): () => void {
  const pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
    if (typing) {
      if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    if (event.key === '/') {
      event.preventDefault();
      document.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
    } else if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1);
    else if (/^[0-5]$/.test(event.key)) choose(EVENT_TYPES[Number(event.key) - 1] ?? '');
    else if (event.key === 'Escape') everything();
  };
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
}

function step(by: number): void {
  const lines = [...document.querySelectorAll<HTMLElement>('.event > .line')];
  const at = lines.findIndex((line) => line.matches(':focus'));
  // Rows above the window may be rendered too: start with the first visible row.
  const first = lines.findIndex((line) => line.getBoundingClientRect().top >= 0);
  lines[at < 0 ? Math.max(0, first) : Math.min(lines.length - 1, Math.max(0, at + by))]?.focus();
}
