import { connect } from 'node:net';

/** Sends bytes and reads until the server closes the connection. */
export function exchange(port: number, ...parts: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
    for (const part of parts) socket.write(part);
  });
}

/**
 * A request without body as it is sent.
 *
 * @param target method and path
 */
export function requestText(target: string, ...headers: string[]): string {
  return `${[`${target} HTTP/1.1`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`;
}

/** The status in a reply; NaN if there is none. */
export function statusOf(reply: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]);
}
