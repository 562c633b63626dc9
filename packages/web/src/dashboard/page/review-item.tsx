import type { DomDiff, ReviewItem } from '@analyzer/contracts/pages/captures';
import type { View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { changeCount, differenceWords } from '../model/difference.ts';
import { moment } from '../model/words.ts';
import { ChangedPixels } from './changed-pixels.tsx';
import { ChangeList } from './document-diff.tsx';
import { type Go, ViewLink } from './go.tsx';
import { Picture } from './pictures.tsx';
import { loadDifferences } from './source.ts';
import { Address, VerdictBadge } from './viewer.tsx';

interface Props {
  item: ReviewItem;
  view: View;
  go: Go;
  approve: (() => void) | undefined;
  reject: (() => void) | undefined;
}

const CHANGES_SHOWN = 8;

/** A capture next to the baseline that it differs from. */
export function ReviewedCapture({ item, view, go, approve, reject }: Props): JSX.Element {
  const { after, before } = item;
  const [loaded, setLoaded] = useState<DomDiff>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    loadDifferences(item).then(setLoaded, (error: unknown) => setProblem(String(error)));
  }, []);
  // Its counts are those of the capture, unless another baseline was approved since.
  const captured = after.baseline === before.id ? after.diff : null;
  const diff = loaded ?? captured;
  const name = after.service || '(no name)';
  return (
    <li class="viewer" aria-label={`${name} ${after.url}`}>
      <header>
        <h3>
          {name} <Address url={after.url} />
        </h3>
        <ViewLink view={{ ...view, capture: after.id, against: before.id }} go={go}>
          Compare
        </ViewLink>
      </header>
      <div class="verdict">
        <p>
          <VerdictBadge status={(captured ?? diff)?.status ?? 'changed'} />{' '}
          {diff === null ? '' : differenceWords(diff, captured?.pixels)}{' '}
          <span class="since">
            {moment(after.at)} UTC, baseline of {moment(before.at)} UTC
          </span>
        </p>
        {(diff?.issues ?? []).map((issue) => (
          <p key={issue} class="issue">
            {issue}
          </p>
        ))}
      </div>
      <Decision refused={after.refused_as_baseline} {...{ approve, reject }} />
      <div class="pictures three">
        {before.image === null ? null : <Picture capture={before} name="Before" />}
        {after.image === null ? null : <Picture capture={after} name="After" />}
        {go === undefined || before.image === null || after.image === null ? null : (
          <ChangedPixels {...{ before, after }} />
        )}
      </div>
      {problem === '' ? null : <p role="alert">The documents could not be compared: {problem}</p>}
      {loaded?.changes === undefined || loaded.changes.length === 0 ? null : (
        <div class="document">
          <ChangeList changes={loaded.changes.slice(0, CHANGES_SHOWN)} all={changeCount(loaded)} />
        </div>
      )}
    </li>
  );
}

interface DecisionProps {
  /** Why the capture cannot be approved. */
  refused: string | null;
  approve: (() => void) | undefined;
  reject: (() => void) | undefined;
}

function Decision({ refused, approve, reject }: DecisionProps): JSX.Element | null {
  if (approve === undefined || reject === undefined) return null;
  return (
    <div class="approve">
      {refused === null ? (
        <button type="button" onClick={approve}>
          Approve as baseline
        </button>
      ) : (
        <p class="since">{refused}.</p>
      )}
      <button type="button" onClick={reject} title="The baseline stays; the difference is a fault of the page">
        Reject
      </button>
    </div>
  );
}
