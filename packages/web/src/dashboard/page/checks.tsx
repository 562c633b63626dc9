import { type CheckHistory, checkKey, type View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { availabilityWords, checkWords, shareWords } from '../model/history-words.ts';
import { counted } from '../model/words.ts';
import { DayBars } from './day-bars.tsx';
import { type Go, ViewLink } from './go.tsx';
import { Time } from './time.tsx';

interface Props {
  checks: readonly CheckHistory[];
  view: View;
  go: Go;
  now: number;
}

const SHOWN = 12;

/** The checks of a service: failing ones first, then flaky ones. */
export function Checks({ checks, view, go, now }: Props): JSX.Element | null {
  const [all, setAll] = useState(false);
  if (checks.length === 0) return null;
  const shown = all || go === undefined ? checks : checks.slice(0, SHOWN);
  return (
    <>
      <table class="checks">
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">State</th>
            <th scope="col">Newest report</th>
            <th scope="col">30 days</th>
            <th scope="col">Available</th>
            <th scope="col">No data</th>
            <th scope="col">Reports</th>
            <th scope="col">Failures</th>
            <th scope="col">Flaky</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((check) => (
            <Row key={checkKey(check)} {...{ check, view, go, now }} />
          ))}
        </tbody>
      </table>
      {shown.length === checks.length ? null : (
        <button type="button" onClick={() => setAll(true)}>
          All {checks.length} checks
        </button>
      )}
    </>
  );
}

function Row({ check, view, go, now }: Omit<Props, 'checks'> & { check: CheckHistory }): JSX.Element {
  const { state, seen, availability, days, runs, failures, flips } = check;
  const month = availability.find((one) => one.days === 30) ?? { days: 30, good: 0, failing: 0, none: 1 };
  return (
    <tr class={state}>
      <th scope="row">
        <ViewLink view={{ ...view, check: checkKey(check), open: null }} go={go}>
          {checkWords(check)}
        </ViewLink>
      </th>
      <td data-label="State">
        <span class={`badge ${state === 'good' ? 'passing' : state === 'none' ? 'quiet' : 'failing'}`}>
          {state === 'none' ? 'no data' : state}
        </span>
      </td>
      <td data-label="Newest report">
        <Time at={seen} now={now} />
      </td>
      <td data-label="30 days">
        <DayBars days={days} label={checkWords(check)} />
      </td>
      <td data-label="Available">{availabilityWords(month) ?? '–'}</td>
      <td data-label="No data">{shareWords(month.none)}</td>
      <td data-label="Reports">{runs}</td>
      <td data-label="Failures">{failures}</td>
      <td data-label="Flaky" title="changes between good and failing without a change of commit">
        {flips === 0 ? '–' : counted(flips, 'change')}
      </td>
    </tr>
  );
}
