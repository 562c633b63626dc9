import { visibleControls } from '@analyzer/contracts/controls';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Size {
  width: number;
  height: number;
}

/** The size of an element in CSS pixels, updated on changes; undefined before the first layout. */
export function useSize<T extends HTMLElement>(): [RefObject<T | null>, Size | undefined] {
  const ref = useRef<T>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => {
      const { width, height } = element.getBoundingClientRect();
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}

/** Scale factor of fonts: on a very large screen, or by the user's browser settings. */
export function unit(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 15 || 1;
}

/**
 * Draws on a canvas at the resolution of the screen, again when one of `inputs` changes.
 *
 * @param draw gets a cleared context whose unit is the CSS pixel
 */
export function useDrawing(
  size: Size | undefined,
  draw: (context: CanvasRenderingContext2D, size: Size) => void,
  inputs: readonly unknown[],
): RefObject<HTMLCanvasElement | null> {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (canvas === null || context === null || context === undefined || size === undefined) return;
    const scale = devicePixelRatio;
    const width = Math.round(size.width * scale);
    const height = Math.round(size.height * scale);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    draw(context, size);
  }, [size, ...inputs]);
  return ref;
}

/** A text cut to a width with an ellipsis; empty if fewer than three letters fit. */
export function fitted(context: CanvasRenderingContext2D, shown: string, width: number): string {
  const text = visibleControls(shown);
  if (context.measureText(text).width <= width) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low < 3 ? '' : `${text.slice(0, low).trimEnd()}…`;
}

export const SANS = '"Inter", "Segoe UI", system-ui, -apple-system, "Helvetica Neue", "Open Sans", Arial, sans-serif';
export const MONO =
  'ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
