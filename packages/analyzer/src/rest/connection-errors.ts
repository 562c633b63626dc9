import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AnalyzerError } from '@analyzer/contracts';
import { REQUEST_SECONDS } from '@analyzer/core/service/service.ts';
import { replyTo } from './problem-reply.ts';

/** Answers incomplete or invalid HTTP requests, and closes their connection. */
export function answerConnectionErrors(server: Server, onFault: (error: unknown) => void): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, errorOf(error), onFault);
  });
  server.on('checkExpectation', (_request, response) => {
    const { status, headers, body } = replyTo(malformed('unknown Expect header'), onFault);
    response.writeHead(status, { ...headers, Connection: 'close' }).end(body);
  });
}

function refuse(socket: Duplex, error: AnalyzerError, onFault: (error: unknown) => void): void {
  const { status, headers, body } = replyTo(error, onFault);
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`);
}

function errorOf({ code = '' }: NodeJS.ErrnoException): AnalyzerError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AnalyzerError('request_timeout', { seconds: String(REQUEST_SECONDS) });
  }
  return malformed(code === 'HPE_HEADER_OVERFLOW' ? 'its headers are too large' : 'it cannot be parsed');
}

function malformed(reason: string): AnalyzerError {
  return new AnalyzerError('malformed_http', { reason });
}
