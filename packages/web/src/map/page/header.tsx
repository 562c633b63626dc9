import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { HOME, hashOf, NO_FILTER, type Route } from '../model/route.ts';
import { useRoute } from './here.ts';
import { Jump } from './jump.tsx';
import { useAtlas } from './knowledge.ts';
import type { ThemeChoice } from './theme.ts';

const TABS: readonly { name: string; to: Route; views: readonly Route['view'][] }[] = [
  { name: 'Map', to: HOME, views: ['overview'] },
  { name: 'Identical files', to: { view: 'copies' }, views: ['copies'] },
  { name: 'Groups', to: { view: 'groups', filter: NO_FILTER }, views: ['groups', 'group'] },
  { name: 'Neighbourhood', to: { view: 'node', project: '', path: '', name: '', line: 0 }, views: ['node'] },
  { name: 'Cycles', to: { view: 'cycles', number: 1 }, views: ['cycles'] },
  { name: 'History', to: { view: 'history' }, views: ['history'] },
  { name: 'Omissions', to: { view: 'rest' }, views: ['rest'] },
];

export function Header({
  choice,
  choose,
}: {
  choice: ThemeChoice;
  choose: (choice: ThemeChoice) => void;
}): JSX.Element {
  const route = useRoute();
  const { data } = useAtlas();
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(tabs.current), [route.view]);
  const counts: Record<string, number> = {
    'Identical files': data.whole_copies.length,
    Groups: data.groups.length,
    Cycles: data.cycles.length,
  };
  return (
    <header class="top">
      <a class="brand" href={hashOf(HOME)} aria-label="analyzer map, to the start">
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <rect x="2" y="2" width="11" height="20" rx="1.5" class="mark-a" />
          <rect x="14.5" y="2" width="7.5" height="9" rx="1.5" class="mark-b" />
          <rect x="14.5" y="12.5" width="7.5" height="9.5" rx="1.5" class="mark-c" />
        </svg>
        <span>analyzer</span>
      </a>
      <nav aria-label="Views" ref={tabs}>
        {TABS.filter(({ name }) => name !== 'History' || data.histories !== undefined).map((tab) => (
          <a key={tab.name} href={hashOf(tab.to)} aria-current={tab.views.includes(route.view) ? 'page' : undefined}>
            {tab.name}
            {counts[tab.name] ? <span class="tally">{counts[tab.name]}</span> : null}
          </a>
        ))}
      </nav>
      <Jump />
      <ThemeButton choice={choice} choose={choose} />
    </header>
  );
}

/** Scrolls the tabs, but not the page, so that the current tab is visible in a narrow window. */
function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!tabs || current === undefined) return;
  const { left, width } = tabs.getBoundingClientRect();
  tabs.scrollLeft += current.left + current.width / 2 - (left + width / 2);
}

const NEXT: Record<ThemeChoice, ThemeChoice> = { auto: 'dark', dark: 'light', light: 'auto' };
const THEME_WORDS: Record<ThemeChoice, string> = { auto: 'system', dark: 'dark', light: 'light' };

function ThemeButton({ choice, choose }: { choice: ThemeChoice; choose: (choice: ThemeChoice) => void }): JSX.Element {
  const words = `Colors: ${THEME_WORDS[choice]}. Change to ${THEME_WORDS[NEXT[choice]]}`;
  return (
    <button type="button" class="theme" onClick={() => choose(NEXT[choice])} aria-label={words} title={words}>
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="1.8" />
        {choice === 'auto' ? <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" /> : null}
        {choice === 'dark' ? <circle cx="12" cy="12" r="8.5" fill="currentColor" /> : null}
      </svg>
    </button>
  );
}
