import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostsOf } from '@analyzer/core/service/hosts.ts';
import { listenError } from '@analyzer/core/service/listen-error.ts';
import { ADDRESS } from '@analyzer/core/service/service.ts';
import { say } from '../output/messages.ts';
import { type Metric, metricsText } from './metrics.ts';

/** What a program reports about itself. */
export interface Status {
  /** False while it stops. */
  isRunning: () => boolean;
  metrics: () => Metric[];
}

const SECONDS = 10;

/**
 * Serves `GET /healthz` and `GET /metrics` on this machine while work runs.
 *
 * @param port 0 selects a free one; without a port nothing is served
 * @throws AnalyzerError `busy`, `usage`: the port is in use or not allowed; errors of the work
 */
export async function withStatus<T>(port: number | undefined, status: Status, work: () => Promise<T>): Promise<T> {
  if (port === undefined) return work();
  const limits = { headersTimeout: SECONDS * 1_000, requestTimeout: SECONDS * 1_000 };
  const server = createServer(limits, (request, response) => answer(request, response, status));
  const own = await new Promise<number>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, port, '--status-port')));
    server.listen(port, ADDRESS, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
  say(`analyzer: /healthz and /metrics on ${ADDRESS}:${own}`);
  try {
    return await work();
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function answer(request: IncomingMessage, response: ServerResponse, status: Status): void {
  const { code, type = 'text/plain', text = '' } = replyTo(request, status);
  const headers = { 'Content-Type': type, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  response.writeHead(code, headers).end(text);
}

interface Reply {
  code: number;
  type?: string;
  text?: string;
}

function replyTo(request: IncomingMessage, { isRunning, metrics }: Status): Reply {
  // A page that uses DNS rebinding sends another Host.
  if (!hostsOf(request.socket.localPort ?? 0).has(request.headers.host ?? '')) return { code: 403 };
  if (request.method !== 'GET') return { code: 405 };
  if (request.url === '/healthz') {
    const ok = isRunning();
    return { code: ok ? 200 : 503, type: 'application/json', text: JSON.stringify({ ok }) };
  }
  if (request.url !== '/metrics') return { code: 404 };
  return { code: 200, type: 'text/plain; version=0.0.4; charset=utf-8', text: metricsText(metrics()) };
}
