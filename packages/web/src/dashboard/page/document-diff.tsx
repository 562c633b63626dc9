import type { DomTree, TreeChange } from '@analyzer/contracts/pages/captures';
import type { Comparison } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { changeCount } from '../model/difference.ts';
import { aligned, type Line, linesOf, type Pair, type Run, runsOf } from '../model/outline.ts';
import { loadTree } from './source.ts';

/** Longer runs of equal lines are cut. */
const FOLDED_SHOWN = 500;

/** Differences of the documents: the list of changes, and both trees side by side. */
export function DocumentDiff({ comparison }: { comparison: Comparison }): JSX.Element | null {
  const { before, after, diff } = comparison;
  const changes = diff?.changes ?? [];
  const all = changeCount(diff);
  if (diff === null || after.dom === null) return null;
  return (
    <div class="document">
      {changes.length === 0 ? null : (
        <>
          <h3>Changes of the document</h3>
          <ChangeList {...{ changes, all }} />
        </>
      )}
      {before === null || all > changes.length ? null : (
        <Trees key={`${before.id} ${after.id}`} before={before.id} after={after.id} changes={changes} />
      )}
    </div>
  );
}

/** @param props `all` is the number of all changes, of which some are listed */
export function ChangeList({ changes, all }: { changes: readonly TreeChange[]; all: number }): JSX.Element {
  return (
    <>
      <ol class="changes-list">
        {changes.map((change) => (
          <Change key={`${change.kind} ${change.before} ${change.after}`} change={change} />
        ))}
      </ol>
      {all > changes.length ? <p class="since">and {all - changes.length} more</p> : null}
    </>
  );
}

function Change({ change }: { change: TreeChange }): JSX.Element {
  const { kind, before, after, was, is } = change;
  return (
    <li>
      <span class={`change ${kind}`}>{kind}</span>
      <span class="path">{kind === 'moved' ? `${before} → ${after}` : (after ?? before)}</span>
      {was === null && is === null ? null : (
        <span class="texts">
          <del>{was}</del> <ins>{is}</ins>
        </span>
      )}
    </li>
  );
}

/** Both trees, loaded when opened. */
function Trees({ before, after, changes }: { before: string; after: string; changes: TreeChange[] }): JSX.Element {
  const [wanted, setWanted] = useState(false);
  const [trees, setTrees] = useState<[DomTree, DomTree]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!wanted) return;
    Promise.all([loadTree(before), loadTree(after)]).then(setTrees, (error: unknown) => setProblem(String(error)));
  }, [wanted]);
  return (
    <details class="trees" onToggle={({ currentTarget }) => setWanted(currentTarget.open)}>
      <summary>Both documents, side by side</summary>
      <p role="alert">{problem}</p>
      {trees === undefined ? null : (
        <table class="tree">
          <thead>
            <tr>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          {runsOf(aligned(linesOf(trees[0]), linesOf(trees[1]), changes)).map((run, i) => (
            <RunRows key={`run ${i}`} run={run} />
          ))}
        </table>
      )}
    </details>
  );
}

function RunRows({ run }: { run: Run }): JSX.Element {
  const [open, setOpen] = useState(!run.folded);
  const shown = run.folded ? run.pairs.slice(0, FOLDED_SHOWN) : run.pairs;
  return (
    <tbody>
      {open ? (
        shown.map((pair) => <PairRow key={`${pair.left?.path} ${pair.right?.path}`} pair={pair} />)
      ) : (
        <tr class="fold">
          <td colSpan={2}>
            <button type="button" onClick={() => setOpen(true)}>
              {run.pairs.length} equal line{run.pairs.length === 1 ? '' : 's'}
            </button>
          </td>
        </tr>
      )}
      {open && shown.length < run.pairs.length ? (
        <tr class="fold">
          <td colSpan={2}>and {run.pairs.length - shown.length} more equal lines</td>
        </tr>
      ) : null}
    </tbody>
  );
}

function PairRow({ pair: { left, right, kind } }: { pair: Pair }): JSX.Element {
  return (
    <tr class={kind}>
      <TreeLine line={left} />
      <TreeLine line={right} />
    </tr>
  );
}

function TreeLine({ line }: { line: Line | null }): JSX.Element {
  if (line === null) return <td class="nothing" />;
  const { depth, label, text } = line;
  return (
    <td title={line.path}>
      <code>{'\u00a0\u00a0'.repeat(Math.min(depth, 40))}</code>
      <code>{label}</code> {text}
    </td>
  );
}
