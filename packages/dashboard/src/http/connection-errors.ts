import type { Server } from 'node:http';

const STATUSES: Readonly<Record<string, number | undefined>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const BODY = JSON.stringify({ detail: 'The request is not valid HTTP' });

/**
 * Answers incomplete or invalid HTTP requests, and closes their connection.
 *
 * @param count called for each of them
 */
export function answerInvalidHttp(server: Server, count: (status: number, address: string) => void): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Errors after the first one are consequences of it; the first one was answered and counted.
    if (socket.writableEnded) {
      socket.destroy();
      return;
    }
    const status = STATUSES[error.code ?? ''] ?? 400;
    count(status, 'remoteAddress' in socket ? String(socket.remoteAddress) : 'unknown');
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY}`,
    );
  });
}
