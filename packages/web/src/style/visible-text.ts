import { visibleControls } from '@analyzer/contracts/controls';
import { type ComponentChildren, Fragment, options, type VNode } from 'preact';

/** Attributes that are shown or read aloud; URLs and values of fields are unchanged. */
const SHOWN = ['title', 'alt', 'aria-label', 'placeholder'] as const;

/** Escapes bidirectional control characters in all texts of the page. */
export function showBidi(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string' || vnode.type === Fragment) escapeIn(vnode);
    before?.(vnode);
  };
}

function escapeIn({ props }: VNode<Record<string, unknown>>): void {
  for (const name of SHOWN) {
    const text = props[name];
    if (typeof text === 'string') props[name] = visibleControls(text);
  }
  if ('children' in props) props.children = escaped(props.children);
}

function escaped(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return visibleControls(children);
  return Array.isArray(children) ? children.map(escaped) : children;
}
