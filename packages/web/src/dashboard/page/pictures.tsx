import type { Capture } from '@analyzer/contracts/pages/captures';
import type { View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ChangedPixels } from './changed-pixels.tsx';
import { type Go, ViewLink } from './go.tsx';
import { imageOf } from './source.ts';

const LOOKS: readonly [View['look'], string][] = [
  ['side', 'Side by side'],
  ['slider', 'Slider'],
  ['changed', 'Changed only'],
];

interface Props {
  before: Capture | null;
  after: Capture;
  view: View;
  go: Go;
}

/** The pictures of two captures, compared in the way that the URL selects. */
export function Pictures({ before, after, view, go }: Props): JSX.Element | null {
  if (after.image === null) return null;
  const old = before === null || before.image === null ? null : before;
  return (
    <div class="pictures">
      {old === null ? null : (
        <nav class="looks" aria-label="Comparison of pictures">
          {LOOKS.filter(([look]) => look === 'side' || go !== undefined).map(([look, words]) => (
            <ViewLink key={look} view={{ ...view, look }} go={go} current={view.look === look}>
              {words}
            </ViewLink>
          ))}
        </nav>
      )}
      {old === null ? (
        <Picture capture={after} name="After" />
      ) : view.look === 'slider' && go !== undefined ? (
        <Slider before={old} after={after} />
      ) : view.look === 'changed' && go !== undefined ? (
        <ChangedPixels before={old} after={after} />
      ) : (
        <div class="beside">
          <Picture capture={old} name="Before" />
          <Picture capture={after} name="After" />
        </div>
      )}
    </div>
  );
}

/** A picture that opens in full size. */
export function Picture({ capture, name }: { capture: Capture; name: string }): JSX.Element {
  const { image } = capture;
  return (
    <figure>
      <figcaption>{name}</figcaption>
      <a href={imageOf(capture)}>
        <img src={imageOf(capture)} alt={`${name}: ${capture.title}`} width={image?.width} height={image?.height} />
      </a>
    </figure>
  );
}

/** One picture on top of the other, with a movable border between them. */
function Slider({ before, after }: { before: Capture; after: Capture }): JSX.Element {
  const [border, setBorder] = useState(50);
  return (
    <div class="slider">
      <input
        type="range"
        min={0}
        max={100}
        value={border}
        aria-label="Border between before and after, in percent"
        onInput={({ currentTarget }) => setBorder(Number(currentTarget.value))}
      />
      <div class="stack">
        <img src={imageOf(after)} alt={`After: ${after.title}`} />
        <img
          src={imageOf(before)}
          alt={`Before: ${before.title}`}
          class="over"
          style={{ clipPath: `inset(0 ${100 - border}% 0 0)` }}
        />
        <span class="border" aria-hidden="true" style={{ left: `${border}%` }} />
      </div>
    </div>
  );
}
