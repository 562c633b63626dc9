import type { PageState, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { EVERYTHING } from '../model/view.ts';
import { type Go, ViewLink } from './go.tsx';

/** Links to the pages, once there are captures. */
export function Pages({ state, view, go }: { state: PageState; view: View; go: Go }): JSX.Element | null {
  const { toReview, services } = state;
  if (view.page === 'now' && toReview === 0 && services.every(({ capture }) => capture === null)) return null;
  return (
    <nav class="looks pages" aria-label="Pages">
      <ViewLink view={EVERYTHING} go={go} current={view.page === 'now'}>
        Now
      </ViewLink>
      <ViewLink view={{ ...EVERYTHING, page: 'review' }} go={go} current={view.page === 'review'}>
        Review{toReview === 0 ? '' : ` (${toReview})`}
      </ViewLink>
    </nav>
  );
}
