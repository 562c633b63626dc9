import type { MapCycle } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { dependencyOrder } from '../../model/dependency-order.ts';
import { fileRoute } from '../../model/node-route.ts';
import { hashOf } from '../../model/route.ts';
import { shortPaths } from '../../model/short-paths.ts';
import { count, number } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';
import { DependencyMatrix } from './dependency-matrix.tsx';

/**
 * Files that import each other in a cycle.
 *
 * @param number 1-based number of the cycle; cycles that are not at load follow the others
 */
export function CyclesView({ number: chosen }: { number: number }): JSX.Element {
  const atlas = useAtlas();
  const { cycles, non_load_cycles: others } = atlas.data;
  const cycle = cycles[chosen - 1] ?? others[chosen - 1 - cycles.length] ?? cycles[0] ?? others[0];
  return (
    <div class="cycles">
      <div class="page-head">
        <h1>Cycles</h1>
        <p>Files that import each other in a cycle: none of them can be understood, tested or removed separately.</p>
      </div>
      {cycle === undefined ? (
        <p class="none">No file of these projects imports itself through others. Only resolved imports count.</p>
      ) : (
        <div class="beside-list">
          <nav class="cycle-list" aria-label="Cycles">
            <List cycles={cycles} before={0} chosen={cycle} />
            {others.length > 0 && <h2>Not at load</h2>}
            <List cycles={others} before={cycles.length} chosen={cycle} />
          </nav>
          <One key={chosen} cycle={cycle} isAtLoad={!others.includes(cycle)} />
        </div>
      )}
    </div>
  );
}

interface ListProps {
  cycles: readonly MapCycle[];
  /** Number of cycles in the lists before this one. */
  before: number;
  chosen: MapCycle;
}

function List({ cycles, before, chosen }: ListProps): JSX.Element {
  const atlas = useAtlas();
  return (
    <ol>
      {cycles.map((cycle, i) => (
        <li key={i}>
          <a
            href={hashOf({ view: 'cycles', number: before + i + 1 })}
            aria-current={cycle === chosen ? 'true' : undefined}
          >
            <b>{count(cycle.files.length, 'file')}</b>
            <span>{atlas.label(cycle.project)}</span>
            <span class="cut">cut {number(cycle.cut.length)}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function One({ cycle, isAtLoad }: { cycle: MapCycle; isAtLoad: boolean }): JSX.Element {
  const atlas = useAtlas();
  const order = useMemo(() => dependencyOrder(cycle), [cycle]);
  const { shared, rest } = useMemo(() => shortPaths(cycle.files.map((file) => atlas.path(file))), [cycle]);
  const path = (index: number): string => rest[index] ?? '';
  const link = (index: number): string => hashOf(fileRoute(atlas, cycle.files[index] ?? 0));
  return (
    <div class="one-cycle">
      <p class="found">
        <b>{atlas.label(cycle.project)}</b>
        {shared === '' ? '' : <code> {shared}</code>}: {count(cycle.files.length, 'file')},{' '}
        {count(cycle.edges.from.length, 'import')} among them.{' '}
        {isAtLoad || 'The cycle closes only through imports that do not run at load: deferred ones or types. '}
        {cycle.cut_is_smallest ? 'No fewer than ' : 'A small set (not proven the smallest): '}
        {count(cycle.cut.length, 'import')} to cut, then no circle is left.
      </p>
      <DependencyMatrix cycle={cycle} order={order} names={rest} />
      <div class="halves">
        <section>
          <h2>Imports to cut</h2>
          <table class="counts">
            <tbody>
              {cycle.cut.map((edge) => {
                const from = cycle.edges.from[edge] ?? 0;
                const to = cycle.edges.to[edge] ?? 0;
                return (
                  <tr key={edge}>
                    <th scope="row">
                      <a href={link(from)}>
                        <code class="breaks">
                          {path(from)}:{cycle.edges.line[edge]}
                        </code>
                      </a>{' '}
                      imports{' '}
                      <a href={link(to)}>
                        <code class="breaks">{path(to)}</code>
                      </a>
                    </th>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
        <section>
          <h2>A shortest cycle</h2>
          <ol class="circle">
            {[...cycle.example, ...cycle.example.slice(0, 1)].map((index, i) => (
              <li key={i}>
                <a href={link(index)}>
                  <code class="breaks">{path(index)}</code>
                </a>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}
