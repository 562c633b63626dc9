import type { ListedEvent, PageModel, PageState, View } from '../data.ts';
import { eventsQuery } from '../model/view.ts';

/** The server wants a token. */
export class Unauthorized extends Error {}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, init);
  if (response.status === 401) throw new Unauthorized();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

interface Listing {
  items: Record<string, unknown>[];
  total_matching: number;
  meta: { seq: number; received_at: number | null; cut: number; headline: string }[];
}

/** Everything that the page shows of a view. @param limit events that are listed */
export async function loadModel(view: View, limit: number): Promise<PageModel> {
  const [state, listing] = await Promise.all([
    ask('/dashboard/state').then((response): Promise<PageState> => response.json()),
    ask(`/events?${eventsQuery(view, limit)}`).then((response): Promise<Listing> => response.json()),
  ]);
  const events = listing.items.map((event, i): ListedEvent => {
    const meta = listing.meta[i];
    return {
      seq: meta?.seq ?? 0,
      received: meta?.received_at ?? null,
      cut: meta?.cut ?? 0,
      headline: meta?.headline ?? '',
      event,
    };
  });
  return { state, events: await withOpen(events, view), matching: listing.total_matching, view };
}

/** A link to one event shows it, wherever it stands. */
async function withOpen(events: ListedEvent[], view: View): Promise<ListedEvent[]> {
  if (view.open === null || events.some(({ seq }) => seq === view.open)) return events;
  try {
    const text = await loadRaw(view.open);
    return [{ seq: view.open, received: null, cut: 0, headline: '', event: JSON.parse(text) }, ...events];
  } catch {
    return events;
  }
}

/** The very bytes of an event. */
export async function loadRaw(seq: number): Promise<string> {
  return (await ask(`/events/raw/${seq}`)).text();
}

export async function acknowledge(
  service: string,
  given: { kind: string; owner: string; hours: number } | null,
): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ service, ...given });
  await ask('/dashboard/acknowledgements', { method: given === null ? 'DELETE' : 'POST', headers, body });
}
