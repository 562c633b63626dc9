import { request } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { gauge } from './metrics.ts';
import { withStatus } from './status-server.ts';

afterEach(() => void vi.restoreAllMocks());

async function withServer(work: (port: number) => Promise<void>, isRunning = () => true): Promise<void> {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  await withStatus(0, { isRunning, metrics: () => [gauge('x', 'Help.', 3)] }, async () => {
    await work(Number(/127\.0\.0\.1:(\d+)\n/.exec(lines.join(''))?.[1]));
  });
}

const ask = (port: number, path: string, { host = `127.0.0.1:${port}`, method = 'GET' } = {}) =>
  new Promise<[number, string]>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
    sent.on('error', reject).end();
  });

test('health and metrics are served while the work runs, and not after it', async () => {
  let [isRunning, used] = [true, 0];
  await withServer(
    async (port) => {
      used = port;
      expect(await ask(port, '/healthz')).toEqual([200, '{"ok":true}']);
      expect(await ask(port, '/metrics')).toEqual([200, expect.stringContaining('analyzer_x 3\n')]);
      isRunning = false;
      expect(await ask(port, '/healthz')).toEqual([503, '{"ok":false}']);
    },
    () => isRunning,
  );
  await expect(ask(used, '/healthz')).rejects.toThrow();
});

test('a foreign Host, another method and another path get no answer of the program', async () => {
  await withServer(async (port) => {
    expect(await ask(port, '/metrics', { host: `evil.test:${port}` })).toEqual([403, '']);
    expect(await ask(port, '/metrics', { method: 'POST' })).toEqual([405, '']);
    expect(await ask(port, '/')).toEqual([404, '']);
  });
});

test('a port in use is an error that names the option', async () => {
  await withServer(async (port) => {
    const second = withStatus(port, { isRunning: () => true, metrics: () => [] }, async () => undefined);
    await expect(second).rejects.toMatchObject({ code: 'busy', hint: expect.stringContaining('--status-port') });
  });
});

test('without a port the work runs alone', async () => {
  expect(await withStatus(undefined, { isRunning: () => true, metrics: () => [] }, async () => 7)).toBe(7);
});
