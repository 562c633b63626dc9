import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Counted } from '../model/atlas.ts';
import type { Route } from '../model/route.ts';
import { CopiesView } from './copies/copies-view.tsx';
import { Counting } from './counted.ts';
import { CyclesView } from './cycles/cycles-view.tsx';
import { Footer } from './footer.tsx';
import { GroupView } from './group/group-view.tsx';
import { GroupsView } from './groups/groups-view.tsx';
import { Header } from './header.tsx';
import { Here, useAddress } from './here.ts';
import { HistoryView } from './history/history-view.tsx';
import { type Knowledge, Known } from './knowledge.ts';
import { NodeView } from './node/node-view.tsx';
import { OverviewView } from './overview/overview-view.tsx';
import { RestView } from './rest/rest-view.tsx';
import { useTheme } from './theme.ts';
import { Themed } from './themed.ts';

export function App({ knowledge }: { knowledge: Knowledge }): JSX.Element {
  const route = useAddress();
  const { theme, choice, choose } = useTheme();
  const [counted, count] = useState<Counted>('all');
  const counting = useMemo(() => ({ counted, count }), [counted]);
  const main = useRef<HTMLElement>(null);
  const view = viewOf(route);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else scrollTo({ top: 0 });
    document.title = `${titleOf(route)} · analyzer`;
  }, [view]);
  return (
    <Known.Provider value={knowledge}>
      <Here.Provider value={route}>
        <Themed.Provider value={theme}>
          <button type="button" class="skip" onClick={() => main.current?.focus()}>
            Skip to the content
          </button>
          <Header choice={choice} choose={choose} />
          <main id="main" ref={main} tabIndex={-1}>
            <Counting.Provider value={counting}>
              <View route={route} />
            </Counting.Provider>
          </main>
          <Footer />
        </Themed.Provider>
      </Here.Provider>
    </Known.Provider>
  );
}

function View({ route }: { route: Route }): JSX.Element {
  switch (route.view) {
    case 'overview':
      return <OverviewView project={route.project} directory={route.directory} />;
    case 'groups':
      return <GroupsView filter={route.filter} />;
    case 'group':
      return <GroupView id={route.id} left={route.left} right={route.right} />;
    case 'node':
      return <NodeView project={route.project} path={route.path} name={route.name} line={route.line} />;
    case 'copies':
      return <CopiesView />;
    case 'cycles':
      return <CyclesView number={route.number} />;
    case 'history':
      return <HistoryView />;
    case 'rest':
      return <RestView />;
  }
}

/** The part of a route whose change is a new page: filters and chosen copies are not. */
function viewOf(route: Route): string {
  switch (route.view) {
    case 'overview':
      return `overview ${route.project}`;
    case 'group':
      return `group ${route.id}`;
    case 'node':
      return `node ${route.project} ${route.path} ${route.name} ${route.line}`;
    default:
      return route.view;
  }
}

function titleOf(route: Route): string {
  switch (route.view) {
    case 'overview':
      return route.project === '' ? 'Map' : [route.project, route.directory].filter(Boolean).join('/');
    case 'groups':
      return 'Groups';
    case 'group':
      return `Group ${route.id}`;
    case 'node':
      return route.name === '' ? route.path || 'Neighbourhood' : route.name;
    case 'copies':
      return 'Identical files and classes';
    case 'cycles':
      return 'Cycles';
    case 'history':
      return 'History';
    case 'rest':
      return 'Omissions';
  }
}
