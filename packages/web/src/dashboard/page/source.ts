import type { Acknowledged, Listing, PageModel, PageState, View } from '../data.ts';
import { listQuery } from '../model/view.ts';

/** The server wants a token. */
export class Unauthorized extends Error {}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, init);
  if (response.status === 401) throw new Unauthorized();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Everything that the page shows of a view. @param limit events that are listed */
export async function loadModel(view: View, limit: number): Promise<PageModel> {
  const [state, listing] = await Promise.all([
    ask('/dashboard/state').then((response): Promise<PageState> => response.json()),
    ask(`/dashboard/events?${listQuery(view, limit)}`).then((response): Promise<Listing> => response.json()),
  ]);
  return { state, ...listing, view };
}

/** Says who looks after a service, or that nobody does any more. */
export async function acknowledge(
  service: string,
  given: (Pick<Acknowledged, 'kind' | 'owner' | 'note'> & { hours: number }) | null,
): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ service, ...given });
  await ask('/dashboard/acknowledgements', { method: given === null ? 'DELETE' : 'POST', headers, body });
}
