import type { MapRelation } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, number } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';
import { RelationCard } from './relation-card.tsx';

const FIRST = 6;

/** Relations of folders and files come before shared helpers and libraries of others, as on the first screen. */
function rankOf({ kind }: MapRelation): number {
  return kind === 'shared-helper' ? 1 : kind === 'vendored-library' ? 2 : 0;
}

/** What is repeated, as facts about folders and files; of those the ones with the most lines first. */
export function RelationCards(): JSX.Element | null {
  const { data } = useAtlas();
  const { relations, relation_count } = data;
  const [all, showAll] = useState(false);
  if (relations.length === 0) return null;
  const ordered = relations.toSorted((a, b) => rankOf(a) - rankOf(b) || b.lines - a.lines);
  const shown = all ? ordered : ordered.slice(0, FIRST);
  const rest = relation_count - relations.length;
  return (
    <section class="relations" aria-label="What is repeated">
      <h2>What is repeated</h2>
      <ol>
        {shown.map((relation) => (
          <li key={`${relation.kind} ${relation.sides.project.join()} ${relation.sides.path.join()}`}>
            <RelationCard relation={relation} />
          </li>
        ))}
      </ol>
      {shown.length < relations.length ? (
        <button type="button" onClick={() => showAll(true)}>
          Show {count(relations.length - shown.length, 'more relation')}
        </button>
      ) : null}
      {rest > 0 && shown.length === relations.length ? (
        <p class="small">
          {number(rest)} more in the index: <code>analyzer workspace query --operation relations</code>
        </p>
      ) : null}
    </section>
  );
}
