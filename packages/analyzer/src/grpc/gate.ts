import { AnalyzerError } from '@analyzer/contracts';
import { problemOf } from '@analyzer/core/query/answer/problem.ts';
import { hostsOf } from '@analyzer/core/service/hosts.ts';
import type { Token } from '@analyzer/core/service/token.ts';
import { type Metadata, ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';
import { statusOf } from './problem.ts';

/** Checks the host, the origin and the token of every call before its message is read. Health needs no token. */
export function senderCheck(port: () => number, token: Token | undefined): ServerInterceptor {
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, pass) {
            const refusal = refusalOf(path, call.getHost(), metadata, port(), token);
            if (refusal === undefined) pass(metadata);
            else call.sendStatus(statusOf(problemOf(refusal)));
          },
        });
      },
    });
}

function refusalOf(
  path: string,
  host: string,
  metadata: Metadata,
  port: number,
  token: Token | undefined,
): AnalyzerError | undefined {
  if (!hostsOf(port).has(host)) {
    return new AnalyzerError('host_forbidden', {}, { hint: `The hosts are ${[...hostsOf(port)].join(', ')}.` });
  }
  if (metadata.get('origin').length > 0) {
    return new AnalyzerError('origin_forbidden', {}, { hint: 'Send the request from a program, without Origin.' });
  }
  if (token === undefined || path.startsWith('/grpc.health.v1.Health/')) return undefined;
  const given = metadata.get('authorization');
  if (given.length === 1 && token.allows(String(given[0]))) return undefined;
  return new AnalyzerError('unauthenticated', {}, { hint: 'Send the metadata authorization: Bearer <token>.' });
}
