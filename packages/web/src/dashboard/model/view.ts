import type { View } from '../data.ts';

export const EVERYTHING: View = { type: '', service: '', q: '', open: null };

/** Reads the query of an address; whatever it does not understand falls back, so that an old link still opens. */
export function readView(query: URLSearchParams): View {
  const open = Number(query.get('open') ?? '');
  return {
    type: query.get('type') ?? '',
    service: query.get('service') ?? '',
    q: query.get('q') ?? '',
    open: Number.isSafeInteger(open) && open > 0 ? open : null,
  };
}

/** The address of a view. */
export function addressOf({ type, service, q, open }: View): string {
  const query = new URLSearchParams();
  if (type !== '') query.set('type', type);
  if (service !== '') query.set('service', service);
  if (q !== '') query.set('q', q);
  if (open !== null) query.set('open', String(open));
  const text = query.toString();
  return text === '' ? '/dashboard' : `/dashboard?${text}`;
}

/** The query of GET /events for a view. */
export function eventsQuery({ type, service, q }: View, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (type !== '') query.set('type', type);
  if (service !== '') query.set('service', service);
  if (q !== '') query.set('q', q);
  return query.toString();
}
