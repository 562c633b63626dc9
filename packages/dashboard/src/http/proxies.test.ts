import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { isNetwork, Proxies } from './proxies.ts';

function from(peer: string, headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const message = new IncomingMessage(socket);
  Object.assign(message.headers, headers);
  return message;
}

const proxies = new Proxies(['10.0.0.0/8', '::1', '192.0.2.1']);

it.each([
  ['10.1.2.3', '203.0.113.5', '203.0.113.5'],
  ['::ffff:10.1.2.3', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
  ['10.1.2.3', '1.1.1.1, 203.0.113.5, 192.0.2.1', '203.0.113.5'],
  ['10.1.2.3', '203.0.113.5:4711', '203.0.113.5'],
  ['::1', '[2001:db8::5]:4711', '2001:db8::5'],
  ['10.1.2.3', 'unknown', '10.1.2.3'],
  ['10.1.2.3', '203.0.113.5, nonsense', '10.1.2.3'],
  ['10.1.2.3', '', '10.1.2.3'],
  ['11.1.2.3', '203.0.113.5', '11.1.2.3'],
])('a request of %s with X-Forwarded-For "%s" is from %s', (peer, forwarded, expected) => {
  expect(proxies.clientOf(from(peer, { 'x-forwarded-for': forwarded })).address).toBe(expected);
});

it('the scheme is that of the last entry of a listed proxy', () => {
  const scheme = (peer: string, value: string): string | undefined =>
    proxies.clientOf(from(peer, { 'x-forwarded-proto': value })).scheme;
  expect(scheme('10.0.0.1', 'https')).toBe('https');
  expect(scheme('10.0.0.1', 'http, HTTPS')).toBe('https');
  expect(scheme('10.0.0.1', 'gopher')).toBeUndefined();
  expect(scheme('11.0.0.1', 'https')).toBeUndefined();
});

it.each(['10.0.0.0/8', '::1', '2001:db8::/32', '192.0.2.1'])('%s is an address or a network', (text) => {
  expect(isNetwork(text)).toBe(true);
});

it.each(['', '10.0.0.0/33', '10.0.0/8', 'proxy.example', '10.0.0.0/8/8', '::/129'])('"%s" is neither', (text) => {
  expect(isNetwork(text)).toBe(false);
});
