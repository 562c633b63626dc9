import type { Capture } from '@analyzer/contracts/pages/captures';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Makes a capture the baseline of its page. */
export type Approve = (capture: string, note: string) => void;

/** The form to approve a capture, or why that is impossible. */
export function ApproveForm({ capture, approve }: { capture: Capture; approve: Approve }): JSX.Element {
  const [sent, setSent] = useState(false);
  if (capture.is_baseline) return <p class="since">This capture is the baseline.</p>;
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
        Approve as baseline
      </button>
    </form>
  );
}
