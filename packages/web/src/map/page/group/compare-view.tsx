import type { MapGroup, MapSources } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Graph } from '../../model/atlas.ts';
import { compare } from '../../model/compare.ts';
import type { Comparison, Copy, Row, Side } from '../../model/rows.ts';
import { count } from '../../model/words.ts';
import { hasSources } from '../blocks.ts';
import { useAtlas, useGraph, useSources } from '../knowledge.ts';

const MISSING = {
  changed: 'The file changed after it was indexed, so its source is not shown. Index again to see it.',
  unreadable: 'The file could not be read when the map was written.',
  size: 'Omitted, because the map would be too large.',
  long: 'Omitted, because it is longer than 16,000 characters or its file is larger than 8 MiB.',
} as const;

/** Two copies side by side, with exactly the differing tokens marked. */
export function Compare({ group, left, right }: { group: MapGroup; left: number; right: number }): JSX.Element {
  const graph = useGraph();
  const sources = useSources();
  if (!hasSources()) {
    return (
      <section>
        <h2>Side by side</h2>
        <p class="none">This map was written without source (--no-source).</p>
      </section>
    );
  }
  if (graph === undefined || sources === undefined) return <p class="opening">Loading the source …</p>;
  return <Loaded group={group} left={left} right={right} graph={graph} sources={sources} />;
}

interface LoadedProps {
  group: MapGroup;
  left: number;
  right: number;
  graph: Graph;
  sources: MapSources;
}

function Loaded({ group, left, right, graph, sources }: LoadedProps): JSX.Element {
  const [whole, setWhole] = useState(false);
  const a = copyOf(group.occurrences[left] ?? -1, graph, sources);
  const b = copyOf(group.occurrences[right] ?? -1, graph, sources);
  const comparison = useMemo(
    () => (typeof a === 'string' || typeof b === 'string' ? undefined : compare(a, b, sources.texts)),
    [group, left, right],
  );
  return (
    <section class="compare">
      <div class="with-switch">
        <h2>Side by side</h2>
        {comparison === undefined ? null : <p class="small">{summary(comparison)}</p>}
      </div>
      <div class="sides-head">
        <DeclarationLink graph={graph} declaration={group.occurrences[left] ?? -1} />
        <DeclarationLink graph={graph} declaration={group.occurrences[right] ?? -1} />
      </div>
      {comparison === undefined ? (
        <p class="none">{typeof a === 'string' ? a : typeof b === 'string' ? b : ''}</p>
      ) : (
        <>
          <Replaced comparison={comparison} />
          <Code rows={comparison.rows} whole={whole} show={() => setWhole(true)} />
        </>
      )}
    </section>
  );
}

/** @returns the copy, or why it is missing */
function copyOf(declaration: number, graph: Graph, sources: MapSources): Copy | string {
  const index = sources.declaration.indexOf(declaration);
  const { name, start_line } = graph.data.declarations;
  const full = name[declaration] ?? '';
  if (index >= 0) {
    return {
      name: /[^.\\]*$/.exec(full)?.[0] ?? full,
      text: sources.text[index] ?? '',
      firstLine: start_line[declaration] ?? 1,
      tokens: sources.tokens[index] ?? null,
    };
  }
  const reason = sources.missing.reason[sources.missing.declaration.indexOf(declaration)];
  return reason === undefined ? 'The source of this copy is not in this file.' : MISSING[reason];
}

function summary(comparison: Comparison): string {
  const layout =
    comparison.layoutOnly > 0 ? `; ${count(comparison.layoutOnly, 'line')} with other comments or layout` : '';
  if (comparison.lines !== undefined) {
    const { changed, onlyLeft, onlyRight } = comparison.lines;
    const parts = [
      [changed, 'changed'],
      [onlyLeft, 'only on the left'],
      [onlyRight, 'only on the right'],
    ].flatMap(([lines, words]) => (lines === 0 ? [] : [`${lines} ${words}`]));
    return `Compared line by line: ${parts.length === 0 ? 'no difference' : parts.join(', ')}${layout}`;
  }
  if (comparison.differing === 0) return `The same code, token by token${layout}`;
  return `${count(comparison.differing, 'token differs', 'tokens differ')}${layout}`;
}

function DeclarationLink({ graph, declaration }: { graph: Graph; declaration: number }): JSX.Element {
  const atlas = useAtlas();
  const { file, start_line } = graph.data.declarations;
  const home = file[declaration] ?? 0;
  return (
    <p>
      <b>{atlas.label(atlas.projectOf(home))}</b>{' '}
      <code class="breaks">
        {atlas.path(home)}:{start_line[declaration]}
      </code>
    </p>
  );
}

const REPLACED = 10;

/** The pairs of differing texts: the parameters of a possible common function. */
function Replaced({ comparison }: { comparison: Comparison }): JSX.Element | null {
  const { replaced } = comparison;
  if (replaced.length === 0) return null;
  return (
    <ul class="replaced" aria-label="Differing texts">
      {replaced.slice(0, REPLACED).map(({ left, right, times }) => (
        <li key={`${left}\0${right}`}>
          <code>{left}</code> → <code>{right}</code>
          {times > 1 ? <span> ×{times}</span> : null}
        </li>
      ))}
      {replaced.length > REPLACED ? <li>and {count(replaced.length - REPLACED, 'more pair')}</li> : null}
    </ul>
  );
}

const FIRST = 120;

function Code({ rows, whole, show }: { rows: readonly Row[]; whole: boolean; show: () => void }): JSX.Element {
  const shown = whole ? rows : rows.slice(0, FIRST);
  return (
    <>
      <table class="code-rows" aria-label="The two copies, line by line">
        <colgroup>
          <col class="numbers" />
          <col />
          <col class="numbers" />
          <col />
        </colgroup>
        <tbody>
          {shown.map((row, i) => (
            <tr key={i} class={row.same ? 'same' : 'other'}>
              <SideCells side={row.left} />
              <SideCells side={row.right} />
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length ? (
        <button type="button" class="more" onClick={show}>
          Show {count(rows.length - shown.length, 'more line')}
        </button>
      ) : null}
    </>
  );
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
