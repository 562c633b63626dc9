import type { View } from '@analyzer/contracts/pages/dashboard';

export const EVERYTHING: View = {
  page: 'now',
  type: '',
  service: '',
  tag: '',
  check: '',
  q: '',
  since: null,
  until: null,
  open: null,
  incident: null,
  capture: '',
  against: '',
  look: 'side',
};

const LOOKS: readonly View['look'][] = ['side', 'slider', 'changed'];

/** Reads the query of a URL; invalid values fall back to their default, so that an old link still opens. */
export function readView(query: URLSearchParams): View {
  const number = (name: string): number | null => {
    const value = Number(query.get(name) ?? '');
    return Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  const id = (name: string): string => /^[0-9a-f]{1,32}$/.exec(query.get(name) ?? '')?.[0] ?? '';
  return {
    page: query.get('page') === 'review' ? 'review' : 'now',
    type: query.get('type') ?? '',
    service: query.get('service') ?? '',
    tag: query.get('tag') ?? '',
    check: query.get('check') ?? '',
    q: query.get('q') ?? '',
    since: number('since'),
    until: number('until'),
    open: number('open'),
    incident: number('incident'),
    capture: id('capture'),
    against: id('against'),
    look: LOOKS.find((look) => look === query.get('look')) ?? 'side',
  };
}

/** The URL of a view. */
export function addressOf(view: View): string {
  const query = filters(view);
  if (view.tag !== '') query.set('tag', view.tag);
  if (view.page === 'review') query.set('page', 'review');
  if (view.service !== '' && view.check !== '') query.set('check', view.check);
  if (view.open !== null) query.set('open', String(view.open));
  if (view.incident !== null) query.set('incident', String(view.incident));
  if (view.capture !== '') query.set('capture', view.capture);
  if (view.capture !== '' && view.against !== '') query.set('against', view.against);
  if (view.capture !== '' && view.look !== 'side') query.set('look', view.look);
  const text = query.toString();
  return text === '' ? 'dashboard' : `dashboard?${text}`;
}

/** The query of the list of events for a view. @param limit rows */
export function listQuery(view: View, limit: number): string {
  const query = filters(view);
  query.set('limit', String(limit));
  if (view.open !== null) query.set('open', String(view.open));
  return query.toString();
}

/** Whether two views list the same events. */
export function listsTheSame(a: View, b: View): boolean {
  return filters(a).toString() === filters(b).toString();
}

/** Whether two views compare the same captures. */
export function comparesTheSame(a: View, b: View): boolean {
  return a.capture === b.capture && a.against === b.against;
}

function filters({ type, service, q, since, until }: View): URLSearchParams {
  const query = new URLSearchParams();
  if (type !== '') query.set('type', type);
  if (service !== '') query.set('service', service);
  if (q !== '') query.set('q', q);
  if (since !== null) query.set('since', String(since));
  if (until !== null) query.set('until', String(until));
  return query;
}
