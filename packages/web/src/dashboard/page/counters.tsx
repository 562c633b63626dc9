import { EVENT_TYPES, type PageState, type View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { type Go, ViewLink } from './go.tsx';

/** Number of events in memory by type; each is a filter. */
export function Counters({ state, view, go }: { state: PageState; view: View; go: Go }): JSX.Element {
  const counters = [
    { type: '', label: 'All', count: state.ring.size },
    ...EVENT_TYPES.map((type) => ({
      type,
      label: type.replace('_', ' ').toLowerCase(),
      count: state.ring.byType[type] ?? 0,
    })),
  ];
  return (
    <nav class="counters" aria-label="Types of events">
      {counters.map(({ type, label, count }) => (
        <ViewLink
          key={type}
          class={`counter ${type.toLowerCase()}`}
          view={{ ...view, type, open: null }}
          go={go}
          current={view.type === type}
        >
          <strong>{count}</strong> <span>{label}</span>
        </ViewLink>
      ))}
    </nav>
  );
}
