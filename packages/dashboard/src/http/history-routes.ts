import type { History } from '../history/history.ts';
import { searchHistory } from '../history/search.ts';
import type { Reply, Route } from './exchange.ts';
import { itemPieces } from './list-events.ts';
import { HttpProblem } from './problem.ts';
import { filterIn, limitIn } from './query.ts';

const LIMIT = 1_000;
const DEFAULT_LIMIT = 100;

/** Route to read events that have left memory. */
export function historyRoutes(history: History): Route[] {
  return [
    {
      method: 'GET',
      path: '/history/events',
      scope: 'read',
      summary: 'List events of the history, newest first: filters as GET /events, and stage, file, endpoint.',
      handle: ({ query }) => listHistory(history, query),
    },
  ];
}

/** @throws HttpProblem 422 */
async function listHistory(history: History, query: URLSearchParams): Promise<Reply> {
  const limit = limitIn(query, DEFAULT_LIMIT, LIMIT);
  const page = await searchHistory(history, filterIn(query), limit, cursorIn(query));
  const cursor = page.before === null ? null : String(page.before);
  const rest = { total: page.events.length, complete: page.isComplete, cursor };
  return { status: 200, type: 'application/json', pieces: itemPieces(page.events, rest) };
}

/** @returns the sequence number before which the page ends; undefined for the first page */
function cursorIn(query: URLSearchParams): number | undefined {
  const text = query.get('cursor') ?? '';
  if (text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const msg = 'Input should be a cursor of an earlier response';
  throw new HttpProblem(422, [{ type: 'value_error', loc: ['query', 'cursor'], msg, input: text.slice(0, 100) }]);
}
