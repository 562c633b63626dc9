import { describe, expect, it } from 'vitest';
import { Origins, originIn } from './origins.ts';
import { type RefusalReason, Refused } from './refusal.ts';

/** Usual origins of a user; they allow no other origin. */
const ALLOWED = ['http://localhost:8100', 'http://127.0.0.1:8100', 'https://app.example'].map(originIn);

function reasonFor(url: string, list: readonly string[] = ALLOWED): RefusalReason | 'allowed' {
  try {
    new Origins(list).check(url);
    return 'allowed';
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
}

describe('requested URLs', () => {
  it.each([
    'http://localhost:8100/',
    'http://LOCALHOST:8100/users?id=1#top',
    'http://127.0.0.1:8100/x',
    'https://app.example/',
    'https://APP.example:443/',
    // Other spellings of an allowed origin, which browsers normalize.
    'http://127.1:8100/',
    'http://0177.0.0.1:8100/',
    'http://2130706433:8100/',
    'http://0x7f000001:8100/',
    'http://①②⑦.⓪.⓪.①:8100/',
    'http:\\\\127.0.0.1:8100\\x',
  ])('%s is allowed', (url) => expect(reasonFor(url)).toBe('allowed'));

  it.each<[string, RefusalReason]>([
    // This machine by names and ports that are not allowed.
    ['http://127.0.0.1/', 'origin'],
    ['http://127.0.0.1:8101/', 'origin'],
    ['https://127.0.0.1:8100/', 'origin'],
    ['http://127.1/', 'origin'],
    ['http://0177.0.0.1/', 'origin'],
    ['http://2130706433/', 'origin'],
    ['http://0x7f000001/', 'origin'],
    ['http://0/', 'origin'],
    ['http://0:8100/', 'origin'],
    ['http://①②⑦.⓪.⓪.①/', 'origin'],
    ['http://localhost.:8100/', 'origin'],
    ['http://127.0.0.1.nip.example:8100/', 'origin'],
    ['http://[::]:8100/', 'origin'],
    ['http://[::1]:8100/', 'origin'],
    ['http://[::ffff:127.0.0.1]:8100/', 'origin'],
    ['http://[::127.0.0.1]:8100/', 'origin'],
    ['http://[64:ff9b::7f00:1]:8100/', 'origin'],
    ['http://[2002:7f00:1::]:8100/', 'origin'],
    ['http:\\\\127.0.0.1', 'origin'],
    // Metadata services of clouds, and special addresses.
    ['http://169.254.169.254/latest/meta-data/', 'origin'],
    ['http://169.254.169.254./', 'origin'],
    ['http://[::ffff:a9fe:a9fe]/', 'origin'],
    ['http://[fd00:ec2::254]/', 'origin'],
    ['http://100.100.100.200/', 'origin'],
    ['http://168.63.129.16/', 'origin'],
    ['http://metadata.google.internal/', 'origin'],
    ['http://198.18.0.1/', 'origin'],
    ['http://224.0.0.1/', 'origin'],
    ['http://255.255.255.255/', 'origin'],
    // Origins similar to an allowed one.
    ['http://app.example/', 'origin'],
    ['https://app.example:8443/', 'origin'],
    ['https://app.example./', 'origin'],
    ['https://app.example.evil.test/', 'origin'],
    ['https://evil.test/?https://app.example/', 'origin'],
    ['https://evil.test#@app.example/', 'origin'],
    ['https://аpp.example/', 'origin'],
    // Credentials, to hide the host or to log in.
    ['http://user:pw@127.0.0.1:8100/', 'credentials'],
    ['http://user@localhost:8100/', 'credentials'],
    ['https://app.example@evil.test/', 'credentials'],
    // Other schemes, and strings that are not URLs.
    ['file:///etc/passwd', 'scheme'],
    ['view-source:http://localhost:8100/', 'scheme'],
    ['chrome://version', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,hello', 'scheme'],
    ['blob:http://localhost:8100/x', 'scheme'],
    ['about:blank', 'scheme'],
    ['ftp://localhost:8100/', 'scheme'],
    ['ws://localhost:8100/', 'scheme'],
    ['//localhost:8100/', 'scheme'],
    ['localhost:8100', 'scheme'],
    ['http://', 'scheme'],
    ['http://[::1%25lo]:8100/', 'scheme'],
    ['', 'scheme'],
  ])('%s is refused: %s', (url, reason) => expect(reasonFor(url)).toBe(reason));

  it('refuses every URL if no origin is allowed', () => {
    expect(reasonFor('http://localhost:8100/', [])).toBe('origin');
  });

  it('checks host and port of a tunnel', () => {
    const origins = new Origins(ALLOWED);
    for (const authority of ['localhost:8100', 'app.example:443', '127.0.0.1:8100']) {
      expect(origins.checkTunnel(authority).host).toBe(authority.replace(':443', ''));
    }
    for (const authority of [
      'localhost:8101',
      'app.example:80',
      'localhost:22',
      '169.254.169.254:80',
      '',
      'x',
      '@:1',
    ]) {
      expect(() => origins.checkTunnel(authority), authority).toThrow(Refused);
    }
  });
});

describe('--allow-origin', () => {
  it.each([
    ['http://localhost:8100', 'http://localhost:8100'],
    ['HTTPS://App.Example:443/', 'https://app.example'],
    ['http://127.1:8100', 'http://127.0.0.1:8100'],
    ['http://[::1]:80', 'http://[::1]'],
  ])('%s means %s', (text, origin) => expect(originIn(text)).toBe(origin));

  it.each([
    ['localhost:8100', 'expected http'],
    ['ftp://host', 'expected http'],
    ['http://host/path', 'must not contain a path'],
    ['http://host?x', 'must not contain a path'],
    ['http://user@host', 'must not contain a user'],
    ['http://*.example', 'without wildcard'],
    ['http://169.254.169.254', 'never allowed'],
    ['http://[fd00:ec2::254]', 'never allowed'],
    ['http://0xa9fea9fe', 'never allowed'],
    ['http://168.63.129.16', 'never allowed'],
    ['http://[::ffff:127.0.0.1]', 'never allowed'],
    ['http://0.0.0.0:8100', 'never allowed'],
  ])('%s is refused: %s', (text, why) => expect(() => originIn(text)).toThrow(why));
});
