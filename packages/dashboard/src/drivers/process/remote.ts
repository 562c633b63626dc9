import { rangeOf } from '../../egress/addresses.ts';
import { type Connect, connectAny, portOf } from '../../egress/connect.ts';
import { literalIn } from '../../egress/origins.ts';
import type { Resolve } from '../../egress/resolve.ts';
import type { Target } from '../../egress/targets.ts';
import { JobFailed } from '../jobs.ts';

/**
 * @param base URL of the remote browser; its query, such as a token, is retained
 * @param path such as `screenshot`
 */
export function endpointOf(base: string, path: string, token: string | null): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  if (token !== null) url.searchParams.set('token', token);
  return url;
}

/**
 * Finds the remote browser. The user set its URL, which is trusted, but it must not be a metadata service.
 *
 * @throws JobFailed `unavailable` if it does not answer
 */
export async function reachable(url: URL, resolve: Resolve, open: Connect): Promise<Target> {
  const literal = literalIn(url.hostname);
  const found = literal === undefined ? await resolve(url.hostname) : [literal];
  const addresses = found.filter((address) => rangeOf(address) !== 'never');
  try {
    (await connectAny(addresses, portOf(url), open)).destroy();
  } catch {
    throw new JobFailed('unavailable', `The remote browser at ${url.origin} does not answer`);
  }
  return { url, addresses };
}
