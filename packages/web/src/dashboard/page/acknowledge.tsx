import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Acknowledged, ServiceRow } from '../data.ts';
import { span } from '../model/words.ts';

/** Says that somebody looks after a service; null withdraws it. Undefined where there is no script. */
export type SetAcknowledged =
  | ((service: string, given: (Pick<Acknowledged, 'kind' | 'owner'> & { hours: number }) | null) => void)
  | undefined;

interface Props {
  row: ServiceRow;
  now: number;
  allowed: boolean;
  set: SetAcknowledged;
}

/** Who looks after a service and until when, and the form to say so. */
export function Acknowledge({ row, now, allowed, set }: Props): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const { acknowledged } = row;
  if (acknowledged !== null) {
    return (
      <p>
        {acknowledged.kind} by {acknowledged.owner}, {span(acknowledged.until - now)} left{' '}
        {set === undefined || !allowed ? null : (
          <button type="button" onClick={() => set(row.service, null)}>
            Withdraw
          </button>
        )}
      </p>
    );
  }
  if (set === undefined || !allowed) return null;
  if (!open) {
    return (
      <button type="button" onClick={() => setOpen(true)} aria-label={`Acknowledge ${row.service}`}>
        Acknowledge
      </button>
    );
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const form = new FormData(event.target);
    const kind = form.get('kind') === 'muted' ? 'muted' : 'acknowledged';
    set(row.service, { kind, owner: String(form.get('owner') ?? ''), hours: Number(form.get('hours')) });
    setOpen(false);
  };
  return (
    <form onSubmit={submit} class="acknowledge-form">
      <input type="text" name="owner" required maxLength={80} placeholder="Who" aria-label="Who looks after it" />
      <select name="hours" aria-label="For how long">
        <option value="1">1 hour</option>
        <option value="8">8 hours</option>
        <option value="24">1 day</option>
        <option value="168">7 days</option>
      </select>
      <select name="kind" aria-label="What it means">
        <option value="acknowledged">acknowledge</option>
        <option value="muted">mute</option>
      </select>
      <button type="submit">Save</button>
    </form>
  );
}
