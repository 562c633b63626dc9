import type { Route } from './exchange.ts';
import { HttpProblem } from './problem.ts';

export interface Found {
  route: Route;
  params: Readonly<Record<string, string>>;
}

/** Finds the route of a request. A trailing slash is ignored: agents do not follow redirects. */
export class Router {
  readonly #exact = new Map<string, Route[]>();
  readonly #patterns: { segments: readonly string[]; route: Route }[] = [];
  readonly routes: readonly Route[];

  constructor(routes: readonly Route[]) {
    this.routes = routes;
    for (const route of routes) {
      for (const path of [route.path, ...(route.aliases ?? [])]) {
        if (path.includes('{')) this.#patterns.push({ segments: path.split('/'), route });
        else this.#exact.set(path, [...(this.#exact.get(path) ?? []), route]);
      }
    }
  }

  /** @throws HttpProblem 404 or 405 */
  find(method: string, path: string): Found {
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const wanted = method === 'HEAD' ? 'GET' : method;
    const exact = this.#exact.get(plain) ?? [];
    // The exact paths that agents post to, thousands of times a second, are looked up first.
    const asked = exact.find((route) => route.method === wanted);
    if (asked !== undefined) return { route: asked, params: {} };
    const found: Found[] = [
      ...exact.map((route) => ({ route, params: {} })),
      ...this.#patterns.flatMap(({ segments, route }) => {
        const params = match(segments, plain.split('/'));
        return params === undefined ? [] : [{ route, params }];
      }),
    ];
    if (found.length === 0) throw new HttpProblem(404, 'Not Found');
    const fitting = found.find(({ route }) => route.method === wanted);
    if (fitting !== undefined) return fitting;
    const allow = [
      ...new Set(found.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))),
    ];
    throw new HttpProblem(405, 'Method Not Allowed', { Allow: allow.join(', ') });
  }
}

function match(pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, segment] of pattern.entries()) {
    const given = path[i] ?? '';
    if (segment.startsWith('{')) {
      const value = decoded(given);
      if (value === undefined || value === '') return undefined;
      params[segment.slice(1, -1)] = value;
    } else if (segment !== given) return undefined;
  }
  return params;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
