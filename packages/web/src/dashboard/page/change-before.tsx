import type { IncidentRow } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { buildWords } from '../model/history-words.ts';
import { span } from '../model/words.ts';

/** What changed before an incident: the last good and the first bad build, and the deploy before it. */
export function ChangeBefore({ incident }: { incident: IncidentRow }): JSX.Element | null {
  const { lastGood, firstBad, deployed, openedAt } = incident;
  const [good, bad] = [buildWords(lastGood ?? NONE), buildWords(firstBad ?? NONE)];
  const before = deployed === null || isFirstBad(incident) ? '' : buildWords(deployed);
  if (good + bad + before === '') return null;
  return (
    <p class="change-before">
      {good + bad === '' ? null : (
        <>
          last good <b>{good || 'unknown'}</b> → first bad <b>{bad || 'unknown'}</b>
          {good !== '' && good === bad ? ', the same build' : ''}
        </>
      )}
      {deployed === null || before === '' ? null : (
        <span>
          {good + bad === '' ? '' : '; '}
          {deployed.isMarked ? 'deployed' : 'first reported'} {span(openedAt - deployed.at)} before: <b>{before}</b>
        </span>
      )}
    </p>
  );
}

/** The first failure also reported its build first: that says nothing more. */
function isFirstBad({ deployed, firstBad, openedAt }: IncidentRow): boolean {
  if (deployed === null || !firstBad || deployed.isMarked) return false;
  return deployed.at >= openedAt && buildWords(deployed) === buildWords(firstBad);
}

const NONE = { commit: '', version: '', branch: '', run: '', attempt: '' };
