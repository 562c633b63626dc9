import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { MemberPair, MemberRange } from '../../model/class-members.ts';
import { compareLines } from '../../model/compare-lines.ts';
import { summary } from '../../model/compare-summary.ts';
import type { Copy } from '../../model/rows.ts';
import { count } from '../../model/words.ts';
import { CodeRows } from './code-rows.tsx';

const STATES = {
  edited: 'edited',
  'only left': 'only on the left',
  'only right': 'only on the right',
  same: 'same',
} as const;
/** Members that are shown first. */
const FIRST = 40;

interface Props {
  pairs: readonly MemberPair[];
  /** Each class, or why its source is missing. */
  sides: readonly [Copy | string, Copy | string];
  /** Where both are. */
  heads: JSX.Element;
}

/** Two long classes: their members, of which one is open, or the complete classes line by line. */
export function ClassMembers({ pairs, sides, heads }: Props): JSX.Element {
  const [chosen, setChosen] = useState<number | 'all'>(0);
  const [most, setMost] = useState(FIRST);
  const counts = Object.entries(STATES).flatMap(([state, words]) => {
    const its = pairs.filter((pair) => pair.state === state).length;
    return its === 0 ? [] : [`${its} ${words}`];
  });
  const missing = sides.find((side) => typeof side === 'string');
  return (
    <section class="compare">
      <div class="with-switch">
        <h2>Members</h2>
        <p class="small">{counts.join(', ')}</p>
      </div>
      <div class="wide tall">
        <table class="class-members" aria-label="Members of both classes">
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">State</th>
              <th scope="col">Left lines</th>
              <th scope="col">Right lines</th>
            </tr>
          </thead>
          <tbody>
            {pairs.slice(0, most).map((pair, i) => (
              <tr key={i} data-chosen={chosen === i}>
                <th scope="row">
                  <button type="button" aria-pressed={chosen === i} onClick={() => setChosen(i)}>
                    <code>{pair.name}</code>
                  </button>
                </th>
                <td class={`state ${pair.state.replace(' ', '-')}`}>{STATES[pair.state]}</td>
                <td>{linesText(pair.left)}</td>
                <td>{linesText(pair.right)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pairs.length > most ? (
        <button type="button" class="more" onClick={() => setMost(pairs.length)}>
          Show {count(pairs.length - most, 'more member')}
        </button>
      ) : null}
      <div class="with-switch">
        <h2>Side by side: {chosen === 'all' ? 'complete' : <code>{pairs[chosen]?.name}</code>}</h2>
        <button
          type="button"
          class="copy"
          aria-pressed={chosen === 'all'}
          onClick={() => setChosen(chosen === 'all' ? 0 : 'all')}
        >
          {chosen === 'all' ? 'One member' : 'Complete classes'}
        </button>
      </div>
      {heads}
      {missing === undefined ? (
        <Opened pair={chosen === 'all' ? undefined : pairs[chosen]} sides={sides} />
      ) : (
        <p class="none">{missing}</p>
      )}
    </section>
  );
}

function linesText(range: MemberRange | undefined): string {
  if (range === undefined) return '';
  const { startLine, endLine } = range;
  return startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
}

/** @param pair undefined for the complete classes */
function Opened({ pair, sides }: { pair: MemberPair | undefined; sides: Props['sides'] }): JSX.Element {
  const comparison = useMemo(() => {
    const [a, b] = [part(sides[0], pair, 'left'), part(sides[1], pair, 'right')];
    return a === undefined && b === undefined ? undefined : compareLines(a, b);
  }, [pair, sides]);
  if (comparison === undefined) return <p class="none" />;
  return (
    <>
      <p class="small said">{summary(comparison)}</p>
      <CodeRows
        key={pair === undefined ? 'all' : `${pair.left?.startLine} ${pair.right?.startLine}`}
        rows={comparison.rows}
      />
    </>
  );
}

/** The lines of a member, or of the complete class; undefined if the class does not have the member. */
function part(side: Copy | string, pair: MemberPair | undefined, which: 'left' | 'right'): Copy | undefined {
  if (typeof side === 'string') return undefined;
  if (pair === undefined) return side;
  const range = pair[which];
  if (range === undefined) return undefined;
  const lines = side.text.split('\n').slice(range.startLine - side.firstLine, range.endLine - side.firstLine + 1);
  return { ...side, text: lines.join('\n'), firstLine: range.startLine };
}
