import type { ReviewItem } from '@analyzer/contracts/pages/captures';
import type { View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Go } from './go.tsx';
import { ReviewedCapture } from './review-item.tsx';

/** Decisions about captures. */
export interface Decide {
  approve(captures: readonly string[], note: string): void;
  reject(capture: string, note: string): void;
}

interface Props {
  items: readonly ReviewItem[];
  view: View;
  go: Go;
  /** Undefined for users who may not approve, and without JavaScript. */
  decide: Decide | undefined;
}

/** Each one has three pictures. */
const SHOWN = 10;

/** The captures that differ from their baselines: approve or reject each, or approve all. */
export function Review({ items, view, go, decide }: Props): JSX.Element {
  const [limit, setLimit] = useState(SHOWN);
  const note = useRef<HTMLInputElement>(null);
  const noted = (): string => note.current?.value ?? '';
  const shown = items.slice(0, limit);
  const approvable = items.filter(({ after }) => after.refused_as_baseline === null).map(({ after }) => after.id);
  return (
    <section class="review" aria-labelledby="review">
      <h2 id="review">
        {items.length === 0
          ? 'No capture to review'
          : `${items.length} capture${items.length === 1 ? '' : 's'} to review`}
      </h2>
      {items.length === 0 ? (
        <p class="since">A capture is listed here if it differs from the baseline of its page.</p>
      ) : decide === undefined ? null : (
        <div class="approve">
          <input ref={note} type="text" maxLength={500} placeholder="Note of the next decision" aria-label="Note" />
          {approvable.length < 2 ? null : (
            <ApproveAll count={approvable.length} approve={() => decide.approve(approvable, noted())} />
          )}
        </div>
      )}
      <ol>
        {shown.map((item) => (
          <ReviewedCapture
            key={`${item.after.id} ${item.before.id}`}
            {...{ item, view, go }}
            approve={decide && (() => decide.approve([item.after.id], noted()))}
            reject={decide && (() => decide.reject(item.after.id, noted()))}
          />
        ))}
      </ol>
      {shown.length === items.length ? null : go === undefined ? (
        <p class="since">and {items.length - shown.length} more</p>
      ) : (
        <button type="button" onClick={() => setLimit(limit + SHOWN)}>
          {items.length - shown.length} more
        </button>
      )}
    </section>
  );
}

/** Asks again, since each baseline changes. */
function ApproveAll({ count, approve }: { count: number; approve: () => void }): JSX.Element {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <button type="button" onClick={() => setAsked(true)}>
        Approve all {count} …
      </button>
    );
  }
  const confirm = (): void => {
    setAsked(false);
    approve();
  };
  return (
    <>
      <button type="button" class="sure" onClick={confirm}>
        Make these {count} captures the baselines
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        Cancel
      </button>
    </>
  );
}
