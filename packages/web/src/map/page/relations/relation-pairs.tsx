import type { MapRelation } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { number } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';
import { RelationSide } from './relation-side.tsx';

/** The pairs of files of a relation, with the most equal lines first. */
export function RelationPairs({ relation }: { relation: MapRelation }): JSX.Element {
  const atlas = useAtlas();
  const { pairs, pair_count } = relation;
  const rest = pair_count - pairs.left.length;
  const at = (column: readonly number[], pair: number) => number(column[pair] ?? 0);
  const side = (file: number) => <RelationSide project={atlas.projectOf(file)} path={atlas.path(file)} />;
  return (
    <div class="pairs">
      <table>
        <thead>
          <tr>
            <th scope="col">Files</th>
            <th scope="col">Equal</th>
            <th scope="col">Same</th>
            <th scope="col">Edited</th>
            <th scope="col">Only left</th>
            <th scope="col">Only right</th>
          </tr>
        </thead>
        <tbody>
          {pairs.left.map((left, pair) => (
            <tr key={left}>
              <th scope="row">
                {side(left)} {side(pairs.right[pair] ?? 0)}
              </th>
              <td>{at(pairs.equal_lines, pair)}</td>
              <td>{at(pairs.same, pair)}</td>
              <td>{at(pairs.edited, pair)}</td>
              <td>{at(pairs.only_left, pair)}</td>
              <td>{at(pairs.only_right, pair)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small">
        Lines that are equal; functions that are the same, edited, or only in one file.
        {rest > 0 ? ` ${number(rest)} more pairs.` : ''}
      </p>
    </div>
  );
}
