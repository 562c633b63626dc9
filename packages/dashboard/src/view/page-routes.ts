import type { PageModel, PageState, View } from '@analyzer/contracts/pages/dashboard';
import type { CaptureStore } from '../captures/capture-store.ts';
import { isObject, own } from '../event/values.ts';
import { findInHistory } from '../history/search.ts';
import { jsonBody } from '../http/event-routes.ts';
import type { Ask, Reply, Route } from '../http/exchange.ts';
import { HttpProblem } from '../http/problem.ts';
import type { Actions } from '../store/actions.ts';
import type { EventStore } from '../store/event-store.ts';
import { CachedState } from './cached-state.ts';
import { comparisonOf } from './comparison.ts';
import { listingOf } from './event-rows.ts';
import type { PageFiles } from './page-files.ts';
import { type PageSettings, pageState } from './page-state.ts';
import { serviceHistory } from './service-history.ts';

const LISTED = 200;
const HOUR_MS = 3_600_000;
const MAX_HOURS = 24 * 30;

/** Routes of the page, its data, and acknowledgements. */
export function pageRoutes(
  store: EventStore,
  actions: Actions,
  captures: CaptureStore,
  settings: PageSettings,
  files: PageFiles,
): Route[] {
  const stateFor = (mayAdminister: boolean): PageState =>
    pageState(
      store,
      { newest: captures.newestByService(), toReview: captures.toReview().length },
      settings,
      mayAdminister,
      store.clock.now(),
    );
  const cached = new CachedState(stateFor, () => store.clock.elapsed());
  const page = async (ask: Ask): Promise<Reply> => {
    // The URLs of the page are relative, so that a proxy can serve it below a path.
    if (ask.path.endsWith('/dashboard/')) {
      return { status: 308, headers: { Location: '../dashboard' }, type: 'text/plain', pieces: [] };
    }
    const view = files.readView(ask.query);
    const comparison = comparisonOf(captures, view, files.earlierOf);
    const model = ask.scopes.has('read')
      ? {
          ...modelOf(store, view, stateFor(ask.scopes.has('admin'))),
          comparison,
          review: view.page === 'review' ? captures.toReview() : null,
          history: view.service === '' ? null : ((await serviceHistory(store, view.service)) ?? null),
        }
      : undefined;
    return {
      status: 200,
      type: 'text/html; charset=utf-8',
      pieces: [files.renderPage(model, ask.origin)],
    };
  };
  const asset = (path: string, type: string, content: Buffer): Route => ({
    method: 'GET',
    path,
    scope: 'open',
    summary: 'A file of the page.',
    handle: () => ({ status: 200, type, pieces: [content] }),
  });
  return [
    { method: 'GET', path: '/', scope: 'open', summary: 'The page.', handle: page },
    { method: 'GET', path: '/dashboard', scope: 'open', summary: 'The page.', handle: page },
    asset('/assets/dashboard.js', 'text/javascript', files.script),
    asset('/assets/dashboard.css', 'text/css', files.style),
    {
      method: 'GET',
      path: '/dashboard/state',
      scope: 'read',
      summary: 'Return the state of the page: services, incidents, losses.',
      handle: ({ scopes }) => ({ status: 200, type: 'application/json', pieces: [cached.text(scopes.has('admin'))] }),
    },
    {
      method: 'GET',
      path: '/dashboard/events',
      scope: 'read',
      summary: 'List a line for each event, newest first, and the complete event `open`; filters as GET /events.',
      handle: ({ query }) => ({ status: 200, json: listingOf(store, query) }),
    },
    {
      method: 'GET',
      path: '/history/service',
      scope: 'read',
      summary: 'Return checks, availability, incidents and deploys of one service: service.',
      handle: async ({ query }) => {
        const found = await serviceHistory(store, query.get('service') ?? '');
        if (found === undefined) throw new HttpProblem(404, 'This service is not tracked');
        return { status: 200, json: found };
      },
    },
    {
      method: 'GET',
      path: '/events/raw/{seq}',
      scope: 'read',
      summary: 'Return the bytes of one event.',
      handle: async ({ params }) => {
        const seq = Number(params.seq);
        const event = store.ring.find(seq) ?? (store.history && (await findInHistory(store.history, seq)));
        if (event === undefined) throw new HttpProblem(404, 'This event has left the ring and the history');
        return { status: 200, type: 'application/json', pieces: [event.raw] };
      },
    },
    {
      method: 'POST',
      path: '/dashboard/acknowledgements',
      scope: 'admin',
      body: 'application/json',
      summary: 'Acknowledge the failure of a service, or mute the service, for some hours.',
      handle: async ({ body, source }) => {
        const given = acknowledgementIn(jsonBody(body), store.clock.now());
        await actions.acknowledge(given.service, given, source);
        cached.invalidate();
        return { status: 201, json: given };
      },
    },
    {
      method: 'DELETE',
      path: '/dashboard/acknowledgements',
      scope: 'admin',
      body: 'application/json',
      summary: 'Withdraw an acknowledgement or mute.',
      handle: async ({ body, source }) => {
        await actions.acknowledge(textIn(jsonBody(body), 'service', 400), undefined, source);
        cached.invalidate();
        return { status: 204, empty: true };
      },
    },
    {
      method: 'DELETE',
      path: '/dashboard/services',
      scope: 'admin',
      body: 'application/json',
      summary: 'Remove a service from this dashboard until its next event.',
      handle: async ({ body, source }) => {
        const removed = await store.removeService(textIn(jsonBody(body), 'service', 400), source);
        if (!removed) throw new HttpProblem(404, 'This service is not tracked');
        cached.invalidate();
        return { status: 204, empty: true };
      },
    },
  ];
}

function modelOf(
  store: EventStore,
  view: View,
  state: PageState,
): Omit<PageModel, 'comparison' | 'history' | 'review'> {
  const asked = new URLSearchParams({ limit: String(LISTED) });
  for (const [name, value] of Object.entries(view)) if (value !== null) asked.set(name, String(value));
  const listing = listingOf(store, asked);
  return { ...listing, state, view: { ...view, open: listing.opened?.seq ?? null } };
}

function acknowledgementIn(value: unknown, now: number) {
  const hours = isObject(value) ? Number(own(value, 'hours')) : Number.NaN;
  if (!(hours > 0 && hours <= MAX_HOURS)) throw refused('hours', `Input should be from 0 to ${MAX_HOURS}`);
  const kind = isObject(value) && own(value, 'kind') === 'muted' ? ('muted' as const) : ('acknowledged' as const);
  const note =
    isObject(value) && typeof own(value, 'note') === 'string' ? String(own(value, 'note')).slice(0, 500) : '';
  const owner = textIn(value, 'owner', 80);
  if (owner === '') throw refused('owner', 'Field required');
  return { service: textIn(value, 'service', 400), kind, owner, note, since: now, until: now + hours * HOUR_MS };
}

function textIn(value: unknown, key: string, most: number): string {
  const text = isObject(value) ? own(value, key) : undefined;
  if (typeof text !== 'string' || text.length > most) {
    throw refused(key, `Input should be a valid string of at most ${most} characters`);
  }
  return text;
}

function refused(key: string, msg: string): HttpProblem {
  return new HttpProblem(422, [{ type: 'value_error', loc: ['body', key], msg, input: null }]);
}
