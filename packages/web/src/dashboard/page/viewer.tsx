import type { Capture, DomDiff } from '@analyzer/contracts/pages/captures';
import type { Comparison, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { differenceWords } from '../model/difference.ts';
import { moment } from '../model/words.ts';
import { type Approve, ApproveForm } from './approve.tsx';
import { DocumentDiff } from './document-diff.tsx';
import { type Go, ViewLink } from './go.tsx';
import { Pictures } from './pictures.tsx';

interface Props {
  comparison: Comparison;
  view: View;
  go: Go;
  /** Undefined for users who may not approve, and without JavaScript. */
  approve: Approve | undefined;
}

/** A capture next to an earlier one: pictures, documents, and approval. */
export function Viewer({ comparison, view, go, approve }: Props): JSX.Element {
  const { after, before, captures, history } = comparison;
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.scrollIntoView(), [after.id]);
  return (
    <section class="viewer" aria-labelledby="capture" ref={element}>
      <header>
        <h2 id="capture">
          {after.service || '(no name)'} <Address url={after.url} />
        </h2>
        <ViewLink view={{ ...view, capture: '', against: '', look: 'side' }} go={go}>
          Close
        </ViewLink>
      </header>
      <div class="sides">
        <Side name="Before" chosen={before} captures={captures} pick={(against) => ({ ...view, against })} go={go} />
        <Side name="After" chosen={after} captures={captures} pick={(capture) => ({ ...view, capture })} go={go} />
      </div>
      <Verdict comparison={comparison} />
      {approve === undefined ? null : <ApproveForm key={after.id} capture={after} approve={approve} />}
      <Pictures before={before} after={after} view={view} go={go} />
      <DocumentDiff comparison={comparison} />
      {history.length === 0 ? null : (
        <details>
          <summary>Approvals</summary>
          <ol class="history">
            {history.map(({ capture, at, by, note }) => (
              <li key={`${capture} ${at}`}>
                <ViewLink view={{ ...view, against: capture }} go={go}>
                  {moment(at)} UTC
                </ViewLink>{' '}
                {by === 'first' ? 'the first capture' : `by ${by}`}
                {note === '' ? '' : `: ${note}`}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** The URL of the page, as a link if its scheme is http(s). */
export function Address({ url }: { url: string }): JSX.Element {
  if (!/^https?:\/\//i.test(url)) return <span class="address">{url}</span>;
  return (
    <a class="address" href={url} rel="noopener noreferrer">
      {url}
    </a>
  );
}

interface SideProps {
  name: string;
  chosen: Capture | null;
  captures: readonly Capture[];
  pick: (id: string) => View;
  go: Go;
}

/** One of the two captures, and the choice of another one. */
function Side({ name, chosen, captures, pick, go }: SideProps): JSX.Element {
  return (
    <div class="side">
      {go === undefined ? (
        <p>
          {name} {chosen === null ? 'nothing to compare with' : wordsOf(chosen)}
        </p>
      ) : (
        <label class="pick">
          {name}{' '}
          <select value={chosen?.id ?? ''} onChange={({ currentTarget }) => go(pick(currentTarget.value))}>
            {chosen === null ? <option value="">nothing to compare with</option> : null}
            {captures.map((capture) => (
              <option key={capture.id} value={capture.id}>
                {wordsOf(capture)}
              </option>
            ))}
          </select>
        </label>
      )}
      {chosen === null ? null : (
        <p class="since">
          {[
            chosen.http_status === null || chosen.http_status === 200 ? '' : `answered ${chosen.http_status}`,
            chosen.title,
            chosen.final_url === chosen.url ? '' : `redirected to ${chosen.final_url}`,
            chosen.dom === null ? '' : `${chosen.dom.nodes} elements${chosen.dom.truncated ? ', cut' : ''}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
    </div>
  );
}

function wordsOf({ at, diff, is_baseline }: Capture): string {
  return `${moment(at)} UTC${diff === null ? '' : `, ${diff.status}`}${is_baseline ? ', baseline' : ''}`;
}

export function VerdictBadge({ status }: Pick<DomDiff, 'status'>): JSX.Element {
  return <span class={`badge ${status}`}>{status}</span>;
}

/** The result of the comparison in one line, and the issues. */
function Verdict({ comparison }: { comparison: Comparison }): JSX.Element {
  const { diff, after, problem } = comparison;
  // Pictures were compared when the capture was taken, with the baseline of that time.
  const captured = comparison.before?.id === after.baseline ? after.diff : null;
  return (
    <div class="verdict">
      <p>
        {diff === null ? null : <VerdictBadge status={(captured ?? diff).status} />}{' '}
        {problem !== '' ? problem : diff === null ? '' : differenceWords(diff, captured?.pixels)}
      </p>
      {(diff?.issues ?? []).map((issue) => (
        <p key={issue} class="issue">
          {issue}
        </p>
      ))}
      {after.blocked.length === 0 ? null : <p class="since">Blocked: {after.blocked.join(', ')}</p>}
    </div>
  );
}
