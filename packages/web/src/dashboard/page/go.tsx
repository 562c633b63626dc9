import type { View } from '@analyzer/contracts/pages/dashboard';
import type { ComponentChildren, JSX } from 'preact';
import { addressOf } from '../model/view.ts';

/**
 * Changes the view without reloading the page; undefined without JavaScript. `replace` adds no entry to the history of
 * the browser.
 */
export type Go = ((view: View, how?: 'replace') => void) | undefined;

interface Props {
  view: View;
  go: Go;
  class?: string;
  current?: boolean;
  children: ComponentChildren;
}

/** A link to a view: it works without JavaScript, in a new tab, and as a bookmark. */
export function ViewLink({ view, go, current, children, ...rest }: Props): JSX.Element {
  const click = (event: MouseEvent): void => {
    if (go === undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(view);
  };
  return (
    <a class={rest.class} href={addressOf(view)} aria-current={current === true ? 'true' : undefined} onClick={click}>
      {children}
    </a>
  );
}
