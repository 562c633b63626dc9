import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { MailJob } from '../drivers/jobs.ts';
import { stopServers, testServer } from '../testing/test-server.ts';
import { listening } from '../testing/test-site.ts';
import { DELIVERY_DEFAULTS } from './deliveries.ts';

const servers: Server[] = [];
afterEach(async () => {
  await stopServers();
  for (const server of servers.splice(0)) server.close();
});

/** A mail server that records commands and messages. @param answer of the end of a message */
async function mailServer(answer = '250 queued'): Promise<{ port: number; lines: string[] }> {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    let rest = '';
    socket.on('error', () => undefined);
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString()).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        if (isData) {
          if (line === '.') socket.write(`${answer}\r\n`);
          isData = line !== '.';
        } else if (line.startsWith('EHLO')) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
        else if (line === 'STARTTLS') socket.write('502 not implemented\r\n');
        else if (line.startsWith('AUTH')) socket.write('235 ok\r\n');
        else if (line === 'DATA') socket.write('354 go\r\n');
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
        if (line === 'DATA') isData = true;
      }
    });
  });
  servers.push(server);
  return { port: await listening(server), lines };
}

function channel(port: number) {
  const server = { host: '127.0.0.1', port, security: 'none' as const, user: 'dash', password: 'pw' };
  return { name: 'mail', type: 'email' as const, ...server, from: 'dashboard@example.org', to: ['ops@example.org'] };
}

it('sends a failure by SMTP, with authentication, and a subject without line breaks', async () => {
  const { port, lines } = await mailServer();
  const server = await testServer({ delivery: { ...DELIVERY_DEFAULTS, channels: [channel(port)], origins: [] } });
  await server.post(
    JSON.stringify({ type: 'REGRESSION', service: 'shop\r\nBcc: x@evil.example', reason: 'Error: boom' }),
  );
  await expect.poll(() => lines.includes('.'), { timeout: 15_000 }).toBe(true);
  expect(lines).toContain(`AUTH PLAIN ${Buffer.from('\0dash\0pw').toString('base64')}`);
  expect(lines).toContain('MAIL FROM:<dashboard@example.org>');
  expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ops@example.org>']);
  expect(lines).toContain('Subject: shop Bcc: x@evil.example is failing');
  expect(lines).toContain('Error: boom');
  expect(lines.find((line) => line.startsWith('Message-ID:'))).toMatch(
    /^Message-ID: <msg_[0-9a-f-]{36}@example\.org>$/,
  );
  await expect
    .poll(async () => JSON.parse(await (await server.get('/drivers/health')).text()).channels, { timeout: 15_000 })
    .toMatchObject([{ name: 'mail', sent: 1, problem: null }]);
});

it('repeats a mail that the server does not accept now, and says why', async () => {
  const { port, lines } = await mailServer('451 try later');
  const times = { waitsMs: [20], giveUpMs: 60_000, foldMs: 0 };
  const server = await testServer({
    delivery: { ...DELIVERY_DEFAULTS, times, channels: [channel(port)], origins: [] },
  });
  await server.post('{"type":"REGRESSION","service":"shop"}');
  await expect.poll(() => lines.filter((line) => line === '.').length, { timeout: 15_000 }).toBeGreaterThan(2);
  expect(new Set(lines.filter((line) => line.startsWith('Message-ID:'))).size).toBe(1);
  const { channels } = JSON.parse(await (await server.get('/drivers/health')).text());
  expect(channels[0].problem).toContain('451 try later');
});

it('connects only to allowed addresses, and sends nothing without the TLS that is set', async () => {
  const { sendMail } = await import('../drivers/process/mail-job.ts');
  const { port, lines } = await mailServer();
  const { name: _, type: __, ...settings } = channel(port);
  const job: MailJob = { kind: 'mail', ...settings, subject: 's', text: 't', id: 'msg_1' };
  await expect(sendMail({ ...job, host: '169.254.169.254' })).rejects.toThrow('not allowed');
  await expect(sendMail({ ...job, host: 'mail.example' }, async () => ['127.0.0.1'])).rejects.toThrow('not allowed');
  await expect(sendMail({ ...job, security: 'starttls' })).rejects.toThrow();
  expect(lines.some((line) => /^(AUTH|MAIL)/.test(line))).toBe(false);
});
