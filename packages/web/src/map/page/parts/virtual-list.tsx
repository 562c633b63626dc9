import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Props<T> {
  label: string;
  items: readonly T[];
  /** Of each row, in CSS pixels. */
  height: number;
  keyOf: (item: T) => string;
  /** Its root element must be focusable. */
  row: (item: T, index: number) => JSX.Element;
}

const OVERSCAN = 8;

/** A list of any length that scrolls with the page; only rows near the window exist. Arrow keys move between rows. */
export function VirtualList<T>({ label, items, height, keyOf, row }: Props<T>): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const [range, setRange] = useState({ from: 0, to: 30 });
  const wanted = useRef<number | undefined>(undefined);
  const update = (): void => {
    const above = -(list.current?.getBoundingClientRect().top ?? 0);
    const from = Math.max(0, Math.floor(above / height) - OVERSCAN);
    const to = Math.min(items.length, Math.ceil((above + innerHeight) / height) + OVERSCAN);
    setRange((old) => (old.from === from && old.to === to ? old : { from, to }));
  };
  useLayoutEffect(update, [items, height]);
  useEffect(() => {
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [items, height]);
  useEffect(() => {
    if (wanted.current === undefined) return;
    if (focusRow(list.current, wanted.current)) wanted.current = undefined;
  }, [range]);
  const key = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = event.target instanceof Element ? event.target.closest('li') : null;
    if (step === 0 || row === null) return;
    event.preventDefault();
    const next = Math.min(items.length - 1, Math.max(0, Number(row.getAttribute('data-index')) + step));
    // A row that does not exist yet is focused once it does; only once, or scrolling would return to it.
    wanted.current = focusRow(list.current, next) ? undefined : next;
  };
  return (
    <ol class="virtual" aria-label={label} ref={list} onKeyDown={key} style={{ height: `${items.length * height}px` }}>
      {items.slice(range.from, range.to).map((item, i) => {
        const index = range.from + i;
        return (
          <li
            key={keyOf(item)}
            data-index={index}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            style={{ top: `${index * height}px`, height: `${height}px` }}
          >
            {row(item, index)}
          </li>
        );
      })}
    </ol>
  );
}

/** @returns whether the row exists */
function focusRow(list: HTMLElement | null, index: number): boolean {
  const target = list?.querySelector(`[data-index="${index}"] > *`);
  if (!(target instanceof HTMLElement)) return false;
  target.focus();
  return true;
}
