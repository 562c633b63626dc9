import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { hashOf, type Route, readRoute } from '../model/route.ts';

/** The route of the URL, updated on changes. */
export function useAddress(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const changed = (): void => setRoute(readRoute(location.hash));
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}

export const Here = createContext<Route>(readRoute(''));

export function useRoute(): Route {
  return useContext(Here);
}

/** Opens a route with a history entry. */
export function go(route: Route): void {
  location.hash = hashOf(route);
}

/** Replaces the route without a history entry, for typing and sliders. */
export function adjust(route: Route): void {
  location.replace(hashOf(route));
}
