import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { filterGroups } from '../model/filter-groups.ts';
import { NameIndex } from '../model/find-nodes.ts';
import { nodeRoute, nodeWords } from '../model/node-route.ts';
import { ALL_CLASSES, hashOf, NO_FILTER } from '../model/route.ts';
import { count } from '../model/words.ts';
import { useAtlas, useGraph } from './knowledge.ts';

interface Hit {
  section: string;
  name: string;
  location: string;
  to: string;
}

/** Search box for projects, groups, files and functions. `/` focuses it. */
export function Jump(): JSX.Element {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [open, setOpen] = useState(false);
  const hits = useHits(text.trim());
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, select, textarea') !== null;
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  const follow = (hit: Hit | undefined): void => {
    if (hit === undefined) return;
    location.hash = hit.to;
    setOpen(false);
    setText('');
    input.current?.blur();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setChosen((at) => Math.min(at + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setChosen((at) => Math.max(at - 1, 0));
    else if (event.key === 'Enter') follow(hits[chosen]);
    else if (event.key === 'Escape') input.current?.blur();
    else return;
    event.preventDefault();
  };
  const shown = open && text.trim() !== '';
  return (
    <div class="jump">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-expanded={shown}
        aria-controls="jump-hits"
        aria-activedescendant={shown && hits.length > 0 ? `jump-${chosen}` : undefined}
        aria-label="Go to a project, group, file or function"
        placeholder="Go to …"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={key}
      />
      <kbd>/</kbd>
      <div id="jump-hits" role="listbox" aria-label="Found" hidden={!shown}>
        {hits.length === 0 ? <p class="none">No matches in this file.</p> : null}
        {hits.map((hit, i) => (
          <div key={hit.to}>
            {hits[i - 1]?.section === hit.section ? null : <p class="section">{hit.section}</p>}
            <div
              role="option"
              id={`jump-${i}`}
              tabIndex={-1}
              aria-selected={i === chosen}
              onMouseDown={(event) => {
                event.preventDefault();
                follow(hit);
              }}
              onMouseEnter={() => setChosen(i)}
            >
              <span class="name">{hit.name}</span>
              <span class="location">{hit.location}</span>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

function useHits(text: string): Hit[] {
  const atlas = useAtlas();
  const graph = useGraph();
  const names = useMemo(() => (graph === undefined ? undefined : new NameIndex(atlas, graph)), [graph]);
  return useMemo(() => {
    if (text === '') return [];
    const lower = text.toLowerCase();
    const projects = atlas.data.projects.filter(({ label }) => label.toLowerCase().includes(lower)).slice(0, 4);
    const groups = filterGroups(atlas, { ...NO_FILTER, ...ALL_CLASSES, text }, undefined).slice(0, 5);
    const found = names?.find(text, 6) ?? { files: [], declarations: [] };
    const hits: Hit[] = projects.map((project) => ({
      section: 'Projects',
      name: project.label,
      location: count(project.files, 'file'),
      to: hashOf({ view: 'overview', project: project.label, directory: '' }),
    }));
    for (const group of groups) {
      hits.push({
        section: 'Groups',
        name: group.names.join(', '),
        location: count(group.occurrence_count, 'copy', 'copies'),
        to: hashOf({ view: 'group', id: group.id, left: 0, right: 1 }),
      });
    }
    if (graph !== undefined) {
      for (const node of [...found.files, ...found.declarations]) {
        const { name, project, location } = nodeWords(atlas, graph, node);
        const section = node < graph.files ? 'Files' : 'Functions and classes';
        hits.push({ section, name, location: `${project} · ${location}`, to: hashOf(nodeRoute(atlas, graph, node)) });
      }
    }
    return hits;
  }, [text, names]);
}
