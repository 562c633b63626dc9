import type { JSX } from 'preact';
import { colorOfShare, css } from '../../model/color-scale.ts';
import { useDrawnTheme } from '../themed.ts';

/** A share of 0–1 as a small bar; the number is next to it. */
export function ShareBar({ share }: { share: number }): JSX.Element {
  const theme = useDrawnTheme();
  const width = `${Math.max(share > 0 ? 3 : 0, Math.round(share * 100))}%`;
  return (
    <span class="share" aria-hidden="true">
      <i style={{ width, background: css(colorOfShare(Math.max(share, 0.25), theme)) }} />
    </span>
  );
}
