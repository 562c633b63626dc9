import type { IncomingMessage } from 'node:http';
import { AnalyzerError } from '@analyzer/contracts';
import { hostsOf } from '@analyzer/core/service/hosts.ts';
import { TOKEN_VARIABLE, type Token } from '@analyzer/core/service/token.ts';

/**
 * Checks the sender of a request, before its route and body: a `Host` that is exactly this server, no `Origin`, and the
 * token. A page that uses DNS rebinding sends a GET without `Origin`, so the `Host` is necessary.
 *
 * @throws AnalyzerError `host_forbidden`, `origin_forbidden`, `unauthenticated`
 */
export function checkSender(request: IncomingMessage, port: number, token: Token | undefined): void {
  const { host: hosts = [], origin, authorization = [] } = request.headersDistinct;
  const [host = ''] = hosts;
  // The target of an absolute-form request (`GET http://…`) would replace its Host.
  if (hosts.length !== 1 || !hostsOf(port).has(host) || !isPath(request.url)) {
    const names = [...hostsOf(port)].join(', ');
    throw new AnalyzerError('host_forbidden', {}, { hint: `The hosts are ${names}.` });
  }
  if (origin !== undefined) {
    throw new AnalyzerError('origin_forbidden', {}, { hint: 'Send the request from a program, without Origin.' });
  }
  if (token !== undefined && (authorization.length !== 1 || !token.allows(authorization[0]))) {
    const hint = `Send the header \`Authorization: Bearer <token>\` with the token in ${TOKEN_VARIABLE} of the server.`;
    throw new AnalyzerError('unauthenticated', {}, { hint });
  }
}

function isPath(target: string | undefined): boolean {
  return target?.startsWith('/') ?? false;
}
