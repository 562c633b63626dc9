import type { Acknowledged, ServiceRow } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { moment, span } from '../model/words.ts';

/** Acknowledges a service; null withdraws the acknowledgement. Undefined without JavaScript. */
export type SetAcknowledged =
  | ((service: string, given: (Pick<Acknowledged, 'kind' | 'owner' | 'note'> & { hours: number }) | null) => void)
  | undefined;

interface Props {
  row: ServiceRow;
  now: number;
  allowed: boolean;
  set: SetAcknowledged;
}

/** The acknowledgement of a service, and the form to change it. */
export function Acknowledge({ row, now, allowed, set }: Props): JSX.Element | null {
  const { acknowledged, service } = row;
  const able = set !== undefined && allowed;
  if (acknowledged === null) return able ? <AcknowledgeForm service={service} set={set} /> : null;
  const { kind, owner, note, until } = acknowledged;
  return (
    <p class="acknowledged">
      {kind} by {owner}, <span title={`until ${moment(until)} UTC`}>{span(until - now)} left</span>
      {note === '' ? null : <q class="note">{note}</q>}
      {able ? (
        <button type="button" onClick={() => set(service, null)} aria-label={`Withdraw ${service}`}>
          Withdraw
        </button>
      ) : null}
    </p>
  );
}

const CHOICES = [
  ['1', '1 hour'],
  ['8', '8 hours'],
  ['24', '1 day'],
  ['168', '7 days'],
] as const;
const HOUR_MS = 3_600_000;

function AcknowledgeForm({ service, set }: { service: string; set: NonNullable<SetAcknowledged> }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const [exact, setExact] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const form = new FormData(event.target);
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    const hours = exact ? (new Date(text('until')).getTime() - Date.now()) / HOUR_MS : Number(text('hours'));
    if (!(hours > 0 && hours <= 720)) {
      setProblem('The time must be within the next 30 days.');
      return;
    }
    set(service, {
      kind: form.get('kind') === 'muted' ? 'muted' : 'acknowledged',
      owner: text('owner'),
      note: text('note'),
      hours,
    });
    dialog.current?.close();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} aria-label={`Acknowledge ${service}`}>
        Acknowledge
      </button>
      {open ? (
        <dialog ref={dialog} onClose={() => setOpen(false)} aria-label={`Acknowledge ${service || '(no name)'}`}>
          <form onSubmit={submit} class="acknowledge-form">
            <h3>{service || '(no name)'}</h3>
            <label>
              Owner
              <input type="text" name="owner" required maxLength={80} autocomplete="name" />
            </label>
            <label>
              Note
              <input type="text" name="note" maxLength={500} />
            </label>
            <label>
              Duration
              <select name="hours" onChange={({ currentTarget }) => setExact(currentTarget.value === 'until')}>
                {CHOICES.map(([hours, words]) => (
                  <option key={hours} value={hours}>
                    {words}
                  </option>
                ))}
                <option value="until">until …</option>
              </select>
            </label>
            {exact ? (
              <label>
                Until
                <input type="datetime-local" name="until" required />
              </label>
            ) : null}
            <fieldset>
              <legend>Effect</legend>
              <label>
                <input type="radio" name="kind" value="acknowledged" defaultChecked /> Acknowledged: in progress
              </label>
              <label>
                <input type="radio" name="kind" value="muted" /> Muted: no notifications either
              </label>
            </fieldset>
            <p role="alert">{problem}</p>
            <p class="actions">
              <button type="submit">Save</button>
              <button type="button" onClick={() => dialog.current?.close()}>
                Cancel
              </button>
            </p>
          </form>
        </dialog>
      ) : null}
    </>
  );
}
