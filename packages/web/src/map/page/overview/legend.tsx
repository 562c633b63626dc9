import type { JSX } from 'preact';
import { colorOfShare, css } from '../../model/color-scale.ts';
import { useDrawnTheme } from '../themed.ts';

const STEPS = [0, 0.1, 0.25, 0.5, 1];

/** The meaning of the colors. */
export function Legend(): JSX.Element {
  const theme = useDrawnTheme();
  return (
    <dl class="legend" aria-label="Colors: share of repeated lines">
      <dt>Repeated lines</dt>
      {STEPS.map((step) => (
        <dd key={step}>
          <i style={{ background: css(colorOfShare(step, theme)) }} />
          {Math.round(step * 100)} %
        </dd>
      ))}
      <dd>
        <i class="unread" />
        not parsed
      </dd>
    </dl>
  );
}
