import { FLAG_EXPORTED, type MapGroup } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { cameWords } from '../../model/ages.ts';
import { rangeOf } from '../../model/copy-range.ts';
import { nodeRoute } from '../../model/node-route.ts';
import { hashOf } from '../../model/route.ts';
import { count } from '../../model/words.ts';
import { go } from '../here.ts';
import { useAtlas, useGraph } from '../knowledge.ts';
import { FlagLabels } from '../parts/labels.tsx';

/** The copies in this file, with the choice of two to compare. */
export function Members({ group, left, right }: { group: MapGroup; left: number; right: number }): JSX.Element {
  const atlas = useAtlas();
  const graph = useGraph();
  const unseen = group.occurrence_count - group.occurrences.length;
  const choose = (side: 'left' | 'right', copy: number): void =>
    go({ view: 'group', id: group.id, left, right, [side]: copy });
  return (
    <section>
      <h2>Copies</h2>
      <div class="wide tall">
        <table class="members">
          <colgroup>
            <col class="side" />
            <col class="side" />
            <col class="project" />
            <col class="function" />
            {group.similarity === undefined ? null : <col class="similar" />}
            {group.age === undefined ? null : <col class="came" />}
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <abbr title="Left side of the comparison">L</abbr>
              </th>
              <th scope="col">
                <abbr title="Right side of the comparison">R</abbr>
              </th>
              <th scope="col">Project</th>
              <th scope="col">{group.ranges === undefined ? 'Function' : 'In'}</th>
              {group.similarity === undefined ? null : <th scope="col">Similar</th>}
              {group.age === undefined ? null : <th scope="col">Came</th>}
              <th scope="col">Location</th>
            </tr>
          </thead>
          <tbody>
            {graph === undefined
              ? null
              : group.occurrences.map((declaration, i) => {
                  const { name, flags } = graph.data.declarations;
                  const { file: home, startLine, endLine } = rangeOf(group, i, graph);
                  const node = declaration < 0 ? home : declaration + graph.files;
                  const words = group.ranges?.name?.[i] ?? name[declaration] ?? 'outside of declarations';
                  return (
                    <tr key={i} data-chosen={i === left || i === right}>
                      {(['left', 'right'] as const).map((side) => (
                        <td key={side}>
                          <input
                            type="radio"
                            name={side}
                            aria-label={`Compare copy ${i + 1} on the ${side}`}
                            checked={i === (side === 'left' ? left : right)}
                            onChange={() => choose(side, i)}
                          />
                        </td>
                      ))}
                      <td title={atlas.label(atlas.projectOf(home))}>{atlas.label(atlas.projectOf(home))}</td>
                      <th scope="row">
                        <a href={hashOf(nodeRoute(atlas, graph, node))} title={words}>
                          <code>{words}</code>
                        </a>
                      </th>
                      {group.similarity === undefined ? null : <td>{similarity(group.similarity, i)}</td>}
                      {group.age === undefined ? null : (
                        <td class="came" title={group.age.subject[i]}>
                          {cameWords(group.age, i)}
                        </td>
                      )}
                      <td title={atlas.path(home)}>
                        <code class="path">
                          <bdi>
                            {atlas.path(home)}:{startLine}-{endLine}
                          </bdi>
                        </code>
                        <FlagLabels flags={(flags[declaration] ?? 0) & ~FLAG_EXPORTED} />
                      </td>
                    </tr>
                  );
                })}
          </tbody>
        </table>
      </div>
      {unseen > 0 ? (
        <p class="small">
          {count(unseen, 'more copy', 'more copies')} in the index, not in this file: <code>members</code> of{' '}
          <code>analyzer workspace query</code> lists them all.
        </p>
      ) : null}
    </section>
  );
}

/** To the first copy. */
function similarity(perMille: readonly number[], copy: number): string {
  return copy === 0 ? 'first' : `${Math.floor((perMille[copy] ?? 0) / 10)} %`;
}
