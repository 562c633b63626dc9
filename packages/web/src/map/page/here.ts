import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { hashOf, type Route, readRoute } from '../model/route.ts';

/** The route in the address, kept up to date. */
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

/** Goes somewhere; the back button returns. */
export function go(route: Route): void {
  location.hash = hashOf(route);
}

/** Goes somewhere without a step for the back button: for typing and sliding. */
export function adjust(route: Route): void {
  location.replace(hashOf(route));
}
