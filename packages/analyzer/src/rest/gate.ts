import type { IncomingMessage } from 'node:http';
import { AnalyzerError } from '@analyzer/contracts';
import { hostsOf } from '@analyzer/core/service/hosts.ts';
import type { NetworkOptions } from '@analyzer/core/service/service.ts';
import { TOKEN_VARIABLE } from '@analyzer/core/service/token.ts';

/**
 * Checks the sender of a request, before its route and body: a `Host` that is this server or one of its names, no
 * `Origin`, and the token. A page that uses DNS rebinding sends a GET without `Origin`, so the `Host` is necessary.
 *
 * @throws AnalyzerError `host_forbidden`, `origin_forbidden`, `unauthenticated`
 */
export function checkSender(
  request: IncomingMessage,
  port: number,
  { token, hostNames = [] }: Pick<NetworkOptions, 'token' | 'hostNames'>,
): void {
  const { host: hosts = [], origin, authorization = [] } = request.headersDistinct;
  const [host = ''] = hosts;
  // The target of an absolute-form request (`GET http://…`) would replace its Host.
  const isServed = hostsOf(port).has(host) || hostNames.some((name) => isNamed(host, name));
  if (hosts.length !== 1 || !isServed || !isPath(request.url)) {
    const names = [...hostsOf(port), ...hostNames].join(', ');
    throw new AnalyzerError('host_forbidden', {}, { hint: `The hosts are ${names}; --host-name adds one.` });
  }
  if (origin !== undefined) {
    throw new AnalyzerError('origin_forbidden', {}, { hint: 'Send the request from a program, without Origin.' });
  }
  if (token !== undefined && (authorization.length !== 1 || !token.allows(authorization[0]))) {
    const hint = `Send the header \`Authorization: Bearer <token>\` with the token in ${TOKEN_VARIABLE} of the server.`;
    throw new AnalyzerError('unauthenticated', {}, { hint });
  }
}

/** Clients may write the name of a host in any case. */
function isNamed(host: string, name: string): boolean {
  const lower = host.toLowerCase();
  return lower === name || (!name.includes(':') && lower.replace(/:\d{1,5}$/, '') === name);
}

function isPath(target: string | undefined): boolean {
  return target?.startsWith('/') ?? false;
}
