import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Atlas } from '../../model/atlas.ts';
import { ALL_CLASSES, hashOf, NO_FILTER } from '../../model/route.ts';
import { count, languageName, number, percent, share, short } from '../../model/words.ts';
import { useCounted } from '../counted.ts';
import { useAtlas } from '../knowledge.ts';

/** What the share counts. */
const ALL =
  'Lines in copies that the lists show, in product code: identical, renamed and edited functions and types, and blocks. Edited copies count as a whole; each line once.';
const EXACT =
  'Lines of functions that have an exact copy anywhere, also in tests: identical except for comments, layout and the function’s own name; each line once.';

/** The result in one line, and what was analyzed. */
export function Lede(): JSX.Element {
  const atlas = useAtlas();
  const { totals, projects } = atlas.data;
  const inside = totals.groups - totals.groups_cross_project;
  const several = projects.length > 1;
  const counted = useCounted();
  const { repeated, measured } = atlas.tree;
  const lines = sumOf(atlas, measured[counted]);
  return (
    <div class="lede">
      <h1>
        {percent(share(sumOf(atlas, repeated[counted]), lines))} of {short(lines)} lines
        {counted === 'exact' ? '' : ' of product code'} {several ? `in ${count(projects.length, 'project')} ` : ''}
        repeat.
      </h1>
      <p class="small">{counted === 'exact' ? EXACT : ALL}</p>
      <p>
        {totals.groups === 0 ? (
          <>No function of {number(totals.functions)} is a copy of another. No code is repeated.</>
        ) : (
          <>
            {count(totals.groups, 'group')} of copies among {count(totals.functions, 'function')}
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

/** Of all projects. */
function sumOf({ tree }: Atlas, lines: Float64Array): number {
  return tree.roots.reduce((sum, directory) => sum + (lines[directory] ?? 0), 0);
}

/** Shares of the parsed lines by language: a bar, and a label for each of its parts, however small. */
function Languages(): JSX.Element | null {
  const atlas = useAtlas();
  const used = useMemo(() => linesByLanguage(atlas), [atlas]);
  const all = used.reduce((sum, { lines }) => sum + lines, 0);
  if (used.length === 0) return null;
  return (
    <div class="languages">
      <div class="language-bar" aria-hidden="true">
        {used.map(({ id, lines }) => (
          <i key={id} class={id} style={{ flexGrow: lines / all }} />
        ))}
      </div>
      <ul aria-label="Lines by language">
        {used.map(({ id, lines }) => (
          <li key={id} class={id}>
            {languageName(id)} {percent(lines / all)}
          </li>
        ))}
      </ul>
    </div>
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
