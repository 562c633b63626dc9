import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Atlas } from '../../model/atlas.ts';
import { ALL_CLASSES, hashOf, NO_FILTER } from '../../model/route.ts';
import { count, languageName, number, percent, share, short } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';

/** The result in one line, and what was analyzed. */
export function Lede(): JSX.Element {
  const atlas = useAtlas();
  const { totals, projects } = atlas.data;
  const inside = totals.groups - totals.groups_cross_project;
  const several = projects.length > 1;
  const [counted, setCounted] = useState<'exact' | 'all'>(totals.repeated_lines > 0 ? 'exact' : 'all');
  const lines = counted === 'exact' ? totals.repeated_lines : totals.copied_lines;
  return (
    <div class="lede">
      <h1>
        {percent(share(lines, totals.lines))} of {short(totals.lines)} lines{' '}
        {several ? `in ${count(projects.length, 'project')} ` : ''}repeat.
      </h1>
      <div class="with-switch">
        <p class="small">
          {counted === 'exact'
            ? 'Lines of functions that have an exact copy: identical except for comments, layout and the function’s own name; each line once.'
            : 'Lines in copies of all kinds in the index, such as exact, renamed and edited functions, and blocks; each line once.'}
        </p>
        <fieldset class="pair" aria-label="Counted copies">
          {(['exact', 'all'] as const).map((kind) => (
            <button type="button" key={kind} aria-pressed={counted === kind} onClick={() => setCounted(kind)}>
              {kind === 'exact' ? 'Exact copies' : 'All copies'}
            </button>
          ))}
        </fieldset>
      </div>
      <p>
        {totals.groups === 0 ? (
          <>No function of {number(totals.functions)} is a copy of another. No code is repeated.</>
        ) : (
          <>
            {count(totals.groups, 'group')} of similar functions among {number(totals.functions)}
            {several ? (
              <>
                :{' '}
                <a href={hashOf({ view: 'groups', filter: { ...NO_FILTER, ...ALL_CLASSES, projects: 2 } })}>
                  {number(totals.groups_cross_project)} shared between projects
                </a>
                , {number(inside)} within one
              </>
            ) : null}
            .
          </>
        )}
      </p>
      <Languages />
    </div>
  );
}

/** Shares of the parsed lines by language, as a bar with labels. */
function Languages(): JSX.Element | null {
  const atlas = useAtlas();
  const used = useMemo(() => linesByLanguage(atlas), [atlas]);
  const all = used.reduce((sum, { lines }) => sum + lines, 0);
  if (used.length === 0) return null;
  return (
    <ul class="languages" aria-label="Lines by language">
      {used.map(({ id, lines }) => (
        <li key={id} class={id} style={{ flexGrow: lines / all }}>
          <span>
            {languageName(id)} {percent(lines / all)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function linesByLanguage(atlas: Atlas): { id: string; lines: number }[] {
  const { language, lines } = atlas.data.files;
  const sums = atlas.data.languages.map(() => 0);
  for (const [file, index] of language.entries()) {
    if (index >= 0 && atlas.tree.isAnalyzed(file)) sums[index] = (sums[index] ?? 0) + (lines[file] ?? 0);
  }
  return sums
    .map((sum, index) => ({ id: atlas.language(index), lines: sum }))
    .filter(({ lines: sum }) => sum > 0)
    .sort((a, b) => b.lines - a.lines);
}
