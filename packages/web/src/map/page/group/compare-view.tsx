import type { MapGroup, MapSources } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Graph } from '../../model/atlas.ts';
import { memberPairs } from '../../model/class-members.ts';
import { compare } from '../../model/compare.ts';
import { type BlockCopy, compareBlocks } from '../../model/compare-blocks.ts';
import { summary } from '../../model/compare-summary.ts';
import { rangeOf } from '../../model/copy-range.ts';
import type { Comparison, Copy } from '../../model/rows.ts';
import { count } from '../../model/words.ts';
import { hasSources } from '../blocks.ts';
import { useAtlas, useGraph, useSources } from '../knowledge.ts';
import { ClassMembers } from './class-members-view.tsx';
import { CodeRows } from './code-rows.tsx';

const MISSING = {
  changed: 'The file changed after it was indexed, so its source is not shown. Index again to see it.',
  unreadable: 'The file could not be read when the map was written.',
  size: 'Omitted, because the map would be too large. In the folder of the project, analyzer show with the path and line above shows it.',
  long: 'Omitted, because it is longer than 400,000 characters or its file is larger than 8 MiB.',
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
  const atlas = useAtlas();
  const members = useMemo(() => {
    const [a = -1, b = -1] = [group.occurrences[left], group.occurrences[right]];
    return group.ranges === undefined ? memberPairs(sources.members, a, b) : undefined;
  }, [group, left, right]);
  const compared = useMemo(() => {
    if (group.ranges === undefined) {
      const [a, b] = [left, right].map((copy) => copyOf(group.occurrences[copy] ?? -1, graph, sources));
      if (members !== undefined) return [a ?? '', b ?? ''] as const;
      return compareBoth(a, b, (one, other) => compare(one, other, sources.texts));
    }
    const number = atlas.data.groups.indexOf(group);
    const [a, b] = [left, right].map((copy) => blockOf(group, copy, { number, graph, sources }));
    return compareBoth(a, b, compareBlocks);
  }, [group, left, right]);
  const heads = (
    <div class="sides-head">
      <CopyLocation graph={graph} group={group} copy={left} />
      <CopyLocation graph={graph} group={group} copy={right} />
    </div>
  );
  if (members !== undefined && isPair(compared)) {
    return <ClassMembers key={`${left} ${right}`} pairs={members} sides={compared} heads={heads} />;
  }
  return (
    <section class="compare">
      <div class="with-switch">
        <h2>Side by side</h2>
        {typeof compared === 'string' || isPair(compared) ? null : <p class="small">{summary(compared)}</p>}
      </div>
      {heads}
      {typeof compared === 'string' || isPair(compared) ? (
        <p class="none">{typeof compared === 'string' ? compared : ''}</p>
      ) : (
        <>
          <Replaced comparison={compared} />
          <CodeRows key={`${left} ${right}`} rows={compared.rows} />
        </>
      )}
    </section>
  );
}

type Sides = readonly [Copy | string, Copy | string];

function isPair(compared: string | Comparison | Sides): compared is Sides {
  return Array.isArray(compared);
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
  return missing(sources.missing.reason[sources.missing.declaration.indexOf(declaration)]);
}

/** @returns the block with lines around it, or why it is missing */
function blockOf(
  group: MapGroup,
  copy: number,
  { number, graph, sources }: { number: number; graph: Graph; sources: MapSources },
): BlockCopy | string {
  const { excerpts } = sources;
  const index = excerpts.group.findIndex((its, at) => its === number && excerpts.copy[at] === copy);
  const { startLine, endLine } = rangeOf(group, copy, graph);
  if (index >= 0) {
    return { firstLine: excerpts.first_line[index] ?? 1, text: excerpts.text[index] ?? '', startLine, endLine };
  }
  const { group: groups, copy: copies, reason } = excerpts.missing;
  return missing(reason[groups.findIndex((its, at) => its === number && copies[at] === copy)]);
}

function missing(reason: keyof typeof MISSING | undefined): string {
  return reason === undefined ? 'The source of this copy is not in this file.' : MISSING[reason];
}

/** @returns the comparison, or why one of the copies is missing */
function compareBoth<Its extends object>(
  a: Its | string | undefined,
  b: Its | string | undefined,
  comparison: (a: Its, b: Its) => Comparison,
): Comparison | string {
  if (typeof a === 'string' || a === undefined) return a ?? '';
  return typeof b === 'string' || b === undefined ? (b ?? '') : comparison(a, b);
}

function CopyLocation({ graph, group, copy }: { graph: Graph; group: MapGroup; copy: number }): JSX.Element {
  const atlas = useAtlas();
  const { file, declaration, startLine, endLine } = rangeOf(group, copy, graph);
  const isBlock = group.ranges !== undefined;
  const name = graph.data.declarations.name[declaration];
  return (
    <p>
      <b>{atlas.label(atlas.projectOf(file))}</b>{' '}
      <code class="breaks">
        {atlas.path(file)}:{startLine}-{endLine}
      </code>
      {isBlock && name !== undefined ? (
        <>
          {' '}
          in <code>{name}</code>
        </>
      ) : null}
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
