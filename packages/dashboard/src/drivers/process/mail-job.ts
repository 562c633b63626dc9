import { createTransport } from 'nodemailer';
import { type Connect, connectAny, directConnect } from '../../egress/connect.ts';
import { Origins } from '../../egress/origins.ts';
import { dnsResolve, hostsResolve, type Resolve } from '../../egress/resolve.ts';
import { Targets } from '../../egress/targets.ts';
import type { MailJob } from '../jobs.ts';

const DELIVERY_MS = 8_000;

/**
 * Sends one message by SMTP to the checked address of the server. The library gets the open connection, so it resolves
 * no name itself.
 *
 * @returns the code of the server
 * @throws Refused; the error of the library, with the answer of the server
 */
export async function sendMail(
  job: MailJob,
  resolve: Resolve = dnsResolve(),
  open: Connect = directConnect,
): Promise<{ status: number }> {
  const { host, port, security, user, password, from, to, subject, text, id } = job;
  // The rules for addresses are those of URLs.
  const origin = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { addresses } = await new Targets(new Origins([origin]), resolve, hostsResolve()).find(origin);
  const connection = await connectAny(addresses, port, open);
  const transport = createTransport({
    host,
    port,
    connection,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    greetingTimeout: DELIVERY_MS,
    socketTimeout: DELIVERY_MS,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
  });
  try {
    // The same id for each attempt: mail programs show a repeated message once.
    const messageId = `<${id}@${from.split('@').at(-1) ?? 'dashboard'}>`;
    const { response } = await transport.sendMail({ from, to: [...to], subject, text, messageId });
    return { status: Number.parseInt(response, 10) };
  } finally {
    transport.close();
    connection.destroy();
  }
}
