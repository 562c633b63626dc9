import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type RowRun, rowRuns } from '../../model/row-runs.ts';
import type { Row, Side } from '../../model/rows.ts';
import { count } from '../../model/words.ts';

/** Rows that are shown first, and that a click adds. */
const FIRST = 120;
const MORE = 600;
/** Lines around a block that are shown first. */
const NEAR = 8;

/** The lines of two copies side by side; of long ones the differences with some lines around them first. */
export function CodeRows({ rows }: { rows: readonly Row[] }): JSX.Element {
  const [most, setMost] = useState(FIRST);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const near = most === FIRST ? nearRows(rows) : rows;
  const runs = rowRuns(near, most, opened);
  const shown = runs.reduce((sum, run) => sum + run.rows.length, 0);
  const isInCode = rows.some(({ around }) => around);
  return (
    <>
      <table class={isInCode ? 'code-rows in-code' : 'code-rows'} aria-label="The two copies, line by line">
        <colgroup>
          <col class="numbers" />
          <col />
          <col class="numbers" />
          <col />
        </colgroup>
        <tbody>
          {runs.map((run) =>
            run.isFolded ? (
              <FoldedRun
                key={`folded ${run.start}`}
                run={run}
                open={() => setOpened(new Set([...opened, run.start]))}
              />
            ) : (
              run.rows.map((row, i) => (
                <tr key={run.start + i} class={row.around ? 'around' : row.same ? 'same' : 'other'}>
                  <SideCells side={row.left} />
                  <SideCells side={row.right} />
                </tr>
              ))
            ),
          )}
        </tbody>
      </table>
      {rows.length > shown ? (
        <button type="button" class="more" onClick={() => setMost(most + MORE)}>
          Show {count(Math.min(MORE, rows.length - shown), 'more line')} of {count(rows.length - shown, 'line')}
        </button>
      ) : null}
    </>
  );
}

/** Equal lines between two differences. */
function FoldedRun({ run, open }: { run: RowRun; open: () => void }): JSX.Element {
  return (
    <tr class="folded">
      <td class="equal-lines" colSpan={4}>
        <button type="button" onClick={open}>
          {count(run.rows.length, 'equal line')}
        </button>
      </td>
    </tr>
  );
}

/** Rows without those far from a block. */
function nearRows(rows: readonly Row[]): readonly Row[] {
  const first = rows.findIndex(({ around }) => around !== true);
  const last = rows.findLastIndex(({ around }) => around !== true);
  return rows.slice(Math.max(0, first - NEAR), last + 1 + NEAR);
}

function SideCells({ side }: { side: Side | undefined }): JSX.Element {
  if (side === undefined) {
    return (
      <>
        <td class="line-number" />
        <td class="line absent" />
      </>
    );
  }
  return (
    <>
      <td class="line-number">{side.line}</td>
      <td class="line">
        {side.pieces.map((piece, i) =>
          piece.mark === undefined ? (
            piece.text
          ) : (
            <mark key={i} class={piece.mark}>
              {piece.text}
            </mark>
          ),
        )}
      </td>
    </>
  );
}
