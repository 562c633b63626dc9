import type { PageState } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { moment } from '../model/words.ts';

/** The audit log: clearings, imports and acknowledgements, newest first. */
export function Audit({ state }: { state: PageState }): JSX.Element | null {
  if (state.audit.length === 0) return null;
  return (
    <details class="audit">
      <summary>Audit log</summary>
      <ol>
        {state.audit.toReversed().map(({ at, action, by, what }) => (
          <li key={`${at} ${action} ${what}`}>
            {moment(at)} UTC: {action}, {what}, by {by}
          </li>
        ))}
      </ol>
    </details>
  );
}
