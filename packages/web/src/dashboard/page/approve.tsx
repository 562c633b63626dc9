import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Capture } from '../capture-data.ts';

/** Makes a capture what its page should look like. */
export type Approve = (capture: string, note: string) => void;

/** Says that a capture looks as it should, or why that can't be said. */
export function ApproveForm({ capture, approve }: { capture: Capture; approve: Approve }): JSX.Element {
  const [sent, setSent] = useState(false);
  if (capture.is_baseline) return <p class="since">This is what the page should look like.</p>;
  if (capture.refused_as_baseline !== null) return <p class="since">{capture.refused_as_baseline}.</p>;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    approve(capture.id, String(new FormData(event.target).get('note') ?? ''));
    setSent(true);
  };
  return (
    <form class="approve" onSubmit={submit}>
      <input type="text" name="note" maxLength={500} placeholder="Note" aria-label="Note" />
      <button type="submit" disabled={sent}>
        Approve: it should look like this
      </button>
    </form>
  );
}
