import { visibleControls } from '@analyzer/contracts/controls';
import type { OpenedEvent, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { asCurl, instant, moment, textOf, valueIn } from '../model/words.ts';
import { CopyButton } from './copy-button.tsx';
import { type Go, ViewLink } from './go.tsx';

/** Data and functions that need JavaScript. */
export interface EventTools {
  origin: string;
  needsToken: boolean;
  /** Events up to this number were seen; null if unknown. */
  seen: number | null;
}

interface Props {
  opened: OpenedEvent;
  view: View;
  go: Go;
  tools: EventTools | undefined;
}

const FIELDS = ['service', 'file', 'endpoint', 'url', 'status', 'stage', 'from', 'to'];

/** A complete event: its reason, its fields, its JSON as sent, and a command that posts it again. */
export function EventDetails({ opened, view, go, tools }: Props): JSX.Element {
  const { seq, received, cut, json } = opened;
  const event = valueIn(json);
  const reason = textOf(event.reason);
  const service = textOf(event.service);
  const capture = textOf(event.capture);
  return (
    <div class="details">
      {reason === '' ? null : <pre class="whole">{reason}</pre>}
      <dl>
        {FIELDS.map((key) =>
          textOf(event[key]) === '' ? null : (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{textOf(event[key])}</dd>
            </div>
          ),
        )}
        <div>
          <dt>received</dt>
          <dd>
            {received === null ? (
              'by an older backend'
            ) : (
              <time dateTime={instant(received)}>{moment(received)} UTC</time>
            )}
          </dd>
        </div>
        <div>
          <dt>number</dt>
          <dd>
            {seq}
            {cut > 0 ? `, ${cut} over-long string${cut === 1 ? '' : 's'} cut` : ''}
          </dd>
        </div>
      </dl>
      <details>
        <summary>JSON as sent</summary>
        <pre class="json">{json}</pre>
      </details>
      <p class="actions">
        {tools === undefined ? null : (
          <>
            <CopyButton label="Copy JSON" text={() => visibleControls(json)} />
            <CopyButton label="Copy as curl" text={() => asCurl(json, tools.origin, tools.needsToken)} />
            <CopyButton label="Copy link" text={() => location.href} />
          </>
        )}
        {/^[0-9a-f]+$/.test(capture) ? (
          <ViewLink view={{ ...view, capture, against: '' }} go={go}>
            Compare captures
          </ViewLink>
        ) : null}
        {service === '' || view.service === service ? null : (
          <ViewLink view={{ ...view, service }} go={go}>
            Only {service}
          </ViewLink>
        )}
      </p>
    </div>
  );
}
