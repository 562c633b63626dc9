import type { Approvals, Baseline, Capture, DomDiff, DomTree, ReviewItem } from '@analyzer/contracts/pages/captures';
import type {
  Acknowledged,
  Comparison,
  Listing,
  PageModel,
  PageState,
  ServiceHistory,
  View,
} from '@analyzer/contracts/pages/dashboard';
import { earlierOf, samePage } from '../model/earlier.ts';
import { listQuery } from '../model/view.ts';

/** The server requires a token. */
export class Unauthorized extends Error {}

/** A server that does not answer within this time, in milliseconds, is unreachable. */
const LOAD_MS = 10_000;

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, init);
  if (response.status === 401) throw new Unauthorized();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Loads the data of a view. @param limit number of listed events */
export async function loadModel(view: View, limit: number): Promise<PageModel> {
  const signal = AbortSignal.timeout(LOAD_MS);
  const [state, listing] = await Promise.all([
    ask('dashboard/state', { signal }).then((response): Promise<PageState> => response.json()),
    ask(`dashboard/events?${listQuery(view, limit)}`, { signal }).then((response): Promise<Listing> => response.json()),
  ]);
  const isTracked = view.service !== '' && state.services.some(({ service }) => service === view.service);
  const history = isTracked ? await loadHistory(view.service, signal) : null;
  const review = view.page === 'review' ? await loadReview(signal) : null;
  return { state, ...listing, view, comparison: null, history, review };
}

/** Captures to review, oldest first. */
async function loadReview(signal: AbortSignal): Promise<ReviewItem[]> {
  const response = await ask('drivers/review?limit=1000', { signal });
  const { items }: { items: ReviewItem[] } = await response.json();
  return items;
}

/** @returns null if the service is not tracked any more */
async function loadHistory(service: string, signal: AbortSignal): Promise<ServiceHistory | null> {
  const response = await fetch(`history/service?${new URLSearchParams({ service })}`, { signal });
  if (response.status === 401) throw new Unauthorized();
  return response.ok ? response.json() : null;
}

/** An event of the history, and its number. */
export interface PastEvent {
  seq: number;
  received_at: number | null;
  headline: string;
  event: Readonly<Record<string, unknown>>;
}

/** Events of the history, newest first. @param cursor of the earlier page; empty for the first one */
export async function loadPast(
  filters: Readonly<Record<string, string>>,
  cursor: string,
): Promise<{ events: PastEvent[]; cursor: string | null }> {
  const query = new URLSearchParams({ ...filters, limit: '50' });
  if (cursor !== '') query.set('cursor', cursor);
  const response = await ask(`history/events?${query}`);
  const page: {
    items: Record<string, unknown>[];
    meta: Omit<PastEvent, 'event'>[];
    cursor: string | null;
  } = await response.json();
  return { events: page.meta.map((meta, i) => ({ ...meta, event: page.items[i] ?? {} })), cursor: page.cursor };
}

/** Sets or withdraws the acknowledgement of a service. */
export async function acknowledge(
  service: string,
  given: (Pick<Acknowledged, 'kind' | 'owner' | 'note'> & { hours: number }) | null,
): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ service, ...given });
  await ask('dashboard/acknowledgements', { method: given === null ? 'DELETE' : 'POST', headers, body });
}

/** Loads a capture, the capture to compare it with, and their differences. @throws Error if there is no such capture */
export async function loadComparison(view: View): Promise<Comparison> {
  const path = `drivers/captures/${view.capture}`;
  const after: Capture = await (await ask(path)).json();
  const { service, url, kind } = after;
  const query = new URLSearchParams({ service, url, kind, limit: '1000' });
  const [listed, approved] = await Promise.all([
    ask(`drivers/captures?${query}`).then((response): Promise<{ items: Capture[] }> => response.json()),
    ask(`drivers/baselines?${query}`).then((response): Promise<{ items: Baseline[] }> => response.json()),
  ]);
  // An empty service matches all services.
  const captures = listed.items.filter((one) => samePage(one, after));
  const baseline = approved.items.find((one) => samePage(one, after));
  const before = earlierOf(after, captures, baseline, view.against);
  const known: Comparison = { after, before, diff: null, problem: '', captures, history: baseline?.history ?? [] };
  if (before === null) return { ...known, diff: after.diff };
  if (after.dom === null || before.dom === null) return known;
  const response = await fetch(`${path}/diff?against=${before.id}`);
  if (response.ok) return { ...known, diff: await response.json() };
  return { ...known, problem: `The documents could not be compared (${response.status}).` };
}

/** URL of the picture of a capture. */
export function imageOf({ id }: Pick<Capture, 'id'>): string {
  return `drivers/captures/${id}/image`;
}

/** The tree of a capture. */
export async function loadTree(capture: string): Promise<DomTree> {
  return (await ask(`drivers/captures/${capture}/dom`)).json();
}

/** Makes a capture the baseline of its page. */
export async function approve(capture: string, note: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await ask(`drivers/captures/${capture}/approve`, { method: 'POST', headers, body: JSON.stringify({ note }) });
}

/** Makes captures the baselines of their pages. @throws Error with the reasons if some cannot be approved */
export async function approveAll(captures: readonly string[], note: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ captures, note });
  const response = await ask('drivers/review/approve', { method: 'POST', headers, body });
  const { refused }: Approvals = await response.json();
  if (refused.length > 0) throw new Error(`not approved: ${refused.map(({ reason }) => reason).join('; ')}`);
}

/** Retains the baseline of a page although a capture differs from it. */
export async function reject(capture: string, note: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await ask(`drivers/captures/${capture}/reject`, { method: 'POST', headers, body: JSON.stringify({ note }) });
}

let comparing: Promise<unknown> = Promise.resolve();

/** Differences of two documents. One request after another: the server compares few documents at a time. */
export function loadDifferences({ after, before }: ReviewItem): Promise<DomDiff> {
  const loading = comparing.then(async (): Promise<DomDiff> => {
    const response = await ask(`drivers/captures/${after.id}/diff?against=${before.id}`);
    return response.json();
  });
  comparing = loading.catch(() => undefined);
  return loading;
}
