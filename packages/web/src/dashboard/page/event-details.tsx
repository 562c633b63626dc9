import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ListedEvent } from '../data.ts';
import { asCurl, moment, textOf } from '../model/words.ts';

/** Fetches the very bytes of an event; undefined where there is no script. */
export type LoadRaw = ((seq: number) => Promise<string>) | undefined;

/** Everything of one event: its whole reason, its JSON as it came, a command that posts it again. */
export function EventDetails({ listed, loadRaw }: { listed: ListedEvent; loadRaw: LoadRaw }): JSX.Element {
  const { event, seq, received, cut } = listed;
  const [raw, setRaw] = useState<string>();
  useEffect(() => {
    loadRaw?.(seq).then(setRaw, () => setRaw(undefined));
  }, [seq]);
  const reason = textOf(event.reason);
  const json = raw ?? JSON.stringify(event, null, 2);
  return (
    <div class="details">
      {reason === '' ? null : <pre class="whole">{reason}</pre>}
      <dl>
        {['file', 'endpoint', 'url', 'status', 'stage'].map((key) =>
          textOf(event[key]) === '' ? null : (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{textOf(event[key])}</dd>
            </div>
          ),
        )}
        <div>
          <dt>received</dt>
          <dd>{received === null ? 'by an older backend' : `${moment(received)} UTC`}</dd>
        </div>
        <div>
          <dt>number</dt>
          <dd>
            {seq}
            {cut > 0 ? `, ${cut} over-long text${cut === 1 ? '' : 's'} cut` : ''}
          </dd>
        </div>
      </dl>
      <details>
        <summary>JSON</summary>
        <pre>{json}</pre>
      </details>
      {loadRaw === undefined ? null : (
        <p class="actions">
          <CopyButton label="Copy JSON" text={() => json} />
          <CopyButton label="Copy as curl" text={() => asCurl(json, location.origin)} />
        </p>
      )}
    </div>
  );
}

function CopyButton({ label, text }: { label: string; text: () => string }): JSX.Element {
  const [done, setDone] = useState('');
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => setDone('Copied'),
      () => setDone('The browser does not allow it'),
    );
  };
  return (
    <button type="button" onClick={copy}>
      {done || label}
    </button>
  );
}
