import {
  FLAG_BENCHMARK,
  FLAG_CONFIGURATION,
  FLAG_DATA,
  FLAG_EXAMPLE,
  FLAG_GENERATED,
  FLAG_SMALL,
  FLAG_TEST,
  FLAG_VENDORED,
} from '@analyzer/contracts/pages/map';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { EASES, type GroupFilter, type GroupSort, hashOf, LISTED_KINDS } from '../../model/route.ts';
import { count, KIND_NAMES, languageName, number } from '../../model/words.ts';
import { adjust, go } from '../here.ts';
import { useAtlas } from '../knowledge.ts';

const SORTS: Record<GroupSort, string> = {
  listed: 'Largest common part',
  score: 'Weight',
  rank: 'Projects, then weight',
  copies: 'Copies',
  size: 'Size of one copy',
  ease: 'Easiest to share',
};
const isSort = (text: string): text is GroupSort => text in SORTS;
const KINDS: Record<GroupFilter['kind'], string> = {
  '': 'All kinds',
  'function-body': `Only ${KIND_NAMES['function-body']}`,
  'function-shape': `Only ${KIND_NAMES['function-shape']}`,
  near: `Only ${KIND_NAMES.near}`,
  block: `Only ${KIND_NAMES.block}`,
  'block-shape': `Only ${KIND_NAMES['block-shape']}`,
};
const EASE_FILTERS: Record<GroupFilter['ease'], string> = {
  '': 'Any ease',
  identical: 'Nothing differs',
  values: 'At most names and literals differ',
  functions: 'With a draft',
};
const SIZES = [0, 25, 50, 100, 200, 400];

export function Filters({ filter }: { filter: GroupFilter }): JSX.Element {
  const { data } = useAtlas();
  const set = (change: Partial<GroupFilter>): void => go({ view: 'groups', filter: { ...filter, ...change } });
  const several = data.projects.length > 1;
  /** Groups whose occurrences all have a flag. */
  const only = (flag: number): number => data.groups.filter(({ flags }) => (flags & flag) !== 0).length;
  return (
    <search class="filters" aria-label="Filter groups">
      <SearchBox filter={filter} />
      {several ? (
        <Choice
          label="Project"
          value={filter.project}
          options={[['', 'All projects'], ...data.projects.map(({ label }) => [label, label] as const)]}
          choose={(project) => set({ project })}
        />
      ) : null}
      <Choice
        label="Language"
        value={filter.language}
        options={[['', 'All languages'], ...data.languages.map((id) => [id, languageName(id)] as const)]}
        choose={(language) => set({ language })}
      />
      <Choice
        label="Kind"
        value={filter.kind}
        options={Object.entries(KINDS)}
        choose={(kind) => set({ kind: LISTED_KINDS.find((known) => known === kind) ?? '' })}
      />
      <Choice
        label="Ease"
        value={filter.ease}
        options={Object.entries(EASE_FILTERS)}
        choose={(ease) => set({ ease: EASES.find((known) => known === ease) ?? '' })}
      />
      <Choice
        label="Size"
        value={String(filter.nodes)}
        options={SIZES.map((size) => [String(size), size === 0 ? 'Any size' : `${size} nodes or more`] as const)}
        choose={(nodes) => set({ nodes: Number(nodes) })}
      />
      <Choice
        label="Order"
        value={filter.sort}
        options={Object.entries(SORTS)}
        choose={(sort) => set({ sort: isSort(sort) ? sort : 'listed' })}
      />
      <span class="switches">
        {several ? (
          <Switch on={filter.projects > 1} set={(on) => set({ projects: on ? 2 : 1 })}>
            Only between projects
          </Switch>
        ) : null}
        <Switch on={filter.tests} set={(tests) => set({ tests })} groups={only(FLAG_TEST)}>
          Tests
        </Switch>
        <Switch on={filter.vendored} set={(vendored) => set({ vendored })} groups={only(FLAG_VENDORED)}>
          Vendored
        </Switch>
        <Switch on={filter.generated} set={(generated) => set({ generated })} groups={only(FLAG_GENERATED)}>
          Generated
        </Switch>
        <Switch on={filter.examples} set={(examples) => set({ examples })} groups={only(FLAG_EXAMPLE)}>
          Examples
        </Switch>
        <Switch on={filter.benchmarks} set={(benchmarks) => set({ benchmarks })} groups={only(FLAG_BENCHMARK)}>
          Benchmarks
        </Switch>
        <Switch
          on={filter.configuration}
          set={(configuration) => set({ configuration })}
          groups={only(FLAG_CONFIGURATION)}
        >
          Configuration
        </Switch>
        <Switch
          on={filter.small}
          set={(small) => set({ small })}
          groups={only(FLAG_SMALL)}
          title="that share few nodes, or more without control structures"
        >
          Small
        </Switch>
        <Switch
          on={filter.data}
          set={(data) => set({ data })}
          groups={only(FLAG_DATA)}
          title="of code without calls and control structures, and of similar types without functions"
        >
          Data
        </Switch>
      </span>
      {several ? (
        <fieldset class="pair" aria-label="Show as">
          {[false, true].map((matrix) => (
            <a
              key={String(matrix)}
              href={hashOf({ view: 'groups', filter: { ...filter, matrix } })}
              aria-current={filter.matrix === matrix ? 'true' : undefined}
            >
              {matrix ? 'Matrix' : 'List'}
            </a>
          ))}
        </fieldset>
      ) : null}
    </search>
  );
}

/** Typing replaces the URL without history entries; the box shows the text of the URL. */
function SearchBox({ filter }: { filter: GroupFilter }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null && input.current.value !== filter.text) input.current.value = filter.text;
  }, [filter.text]);
  return (
    <input
      ref={input}
      type="search"
      class="search"
      aria-label="Search names, paths and projects"
      placeholder="Search names, paths, projects"
      defaultValue={filter.text}
      onInput={(event) => adjust({ view: 'groups', filter: { ...filter, text: event.currentTarget.value } })}
    />
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  choose: (value: string) => void;
}

function Choice({ label, value, options, choose }: ChoiceProps): JSX.Element {
  return (
    <select
      aria-label={label}
      value={value}
      data-set={value !== options[0]?.[0]}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}

interface SwitchProps {
  on: boolean;
  set: (on: boolean) => void;
  /** Number of groups that the switch shows or hides. With 0 there is no switch, unless it is on. */
  groups?: number;
  /** Which groups these are; those that have copies only in files of a class when absent. */
  title?: string;
  children: ComponentChildren;
}

function Switch({ on, set, groups, title = 'only in such files', children }: SwitchProps): JSX.Element | null {
  if (groups === 0 && !on) return null;
  return (
    <label class="switch" title={groups === undefined ? undefined : `${count(groups, 'group')} ${title}`}>
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      {children}
      {groups === undefined ? null : <span class="count">{number(groups)}</span>}
    </label>
  );
}
