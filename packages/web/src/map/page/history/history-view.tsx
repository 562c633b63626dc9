import type { MapHistory } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { count, exactPercent, number } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';
import { Trend } from './trend.tsx';

/** The copies of each project over time. */
export function HistoryView(): JSX.Element {
  const { data } = useAtlas();
  const histories = data.histories ?? [];
  return (
    <div class="history">
      <div class="page-head">
        <h1>History</h1>
        <p>
          Lines of product code in copies that lists show, at commits of each project, without similar functions that
          were edited. A step can have several commits; added and removed are those of all of them.
        </p>
      </div>
      {histories.length === 0 ? (
        <p class="none">
          No project has commits: they are not in git repositories. Without --history this page has none.
        </p>
      ) : null}
      {histories.map((history) => (
        <ProjectHistory key={history.project} history={history} label={data.projects[history.project]?.label ?? ''} />
      ))}
    </div>
  );
}

function ProjectHistory({ history, label }: { history: MapHistory; label: string }): JSX.Element {
  const { steps, commits, is_shallow: isShallow } = history;
  const last = steps.commit.length - 1;
  const sharesOf = (repeated: readonly number[], lines: readonly number[]): number[] => {
    return repeated.map((its, at) => (lines[at] ? its / (lines[at] ?? 1) : 0));
  };
  const product = sharesOf(steps.repeated, steps.lines);
  const tests = sharesOf(steps.test_repeated, steps.test_lines);
  const newestFirst = steps.commit.map((_, at) => last - at);
  return (
    <section>
      <h2>{label}</h2>
      <p class="small">
        {count(last + 1, 'step')} of {count(commits, 'commit')}
        {isShallow ? '; the clone is shallow: older commits are missing' : ''}
      </p>
      {last < 0 ? <p class="none">No commit has the folder.</p> : null}
      <Trend name="product code" shares={product} dates={steps.date} />
      {steps.test_lines.some((lines) => lines > 0) ? <Trend name="tests" shares={tests} dates={steps.date} /> : null}
      <div class="tall wide">
        <table class="counts steps">
          <thead>
            <tr>
              {['Commit', 'Lines', 'Repeated', 'Share', 'Added', 'Removed', 'Groups', 'Cycles'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {newestFirst.map((at) => (
              <tr key={steps.commit[at]}>
                <th scope="row">
                  {steps.date[at]?.slice(0, 10)} <code>{steps.commit[at]?.slice(0, 8)}</code> {steps.subject[at]}
                  {steps.commits[at] === 1 ? '' : ` (${count(steps.commits[at] ?? 0, 'commit')})`}
                </th>
                {[steps.lines[at], steps.repeated[at]].map((its, column) => (
                  <td key={column}>{number(its ?? 0)}</td>
                ))}
                <td>{exactPercent(product[at] ?? 0)}</td>
                {[steps.added[at], steps.removed[at], steps.groups[at], steps.cycles[at]].map((its, column) => (
                  <td key={column}>{number(its ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
