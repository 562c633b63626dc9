import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Range, rangeOf } from './addresses.ts';

it.each<[string, Range]>([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12:3456::1', 'private'],
  ['93.184.215.14', 'public'],
  ['172.32.0.1', 'public'],
  ['2606:2800:21f:cb07::1', 'public'],
  // Metadata services of clouds.
  ['169.254.169.254', 'never'],
  ['100.100.100.200', 'never'],
  ['168.63.129.16', 'never'],
  ['192.0.0.192', 'never'],
  ['fd00:ec2::254', 'never'],
  ['fd20:ce::254', 'never'],
  // Networks, broadcast, multicast and reserved addresses.
  ['0.0.0.0', 'never'],
  ['0.1.2.3', 'never'],
  ['::', 'never'],
  ['224.0.0.1', 'never'],
  ['239.255.255.250', 'never'],
  ['255.255.255.255', 'never'],
  ['240.0.0.1', 'never'],
  ['198.18.0.1', 'never'],
  ['203.0.113.7', 'never'],
  ['169.254.0.1', 'never'],
  ['fe80::1', 'never'],
  ['fe80::1%eth0', 'never'],
  ['fec0::1', 'never'],
  ['ff02::1', 'never'],
  ['2001:db8::1', 'never'],
  // IPv4 addresses inside IPv6 ones: mapped, compatible, NAT64, 6to4, Teredo.
  ['::ffff:127.0.0.1', 'never'],
  ['::ffff:a9fe:a9fe', 'never'],
  ['::ffff:93.184.215.14', 'never'],
  ['::127.0.0.1', 'never'],
  ['::7f00:1', 'never'],
  ['64:ff9b::7f00:1', 'never'],
  ['64:ff9b:1::7f00:1', 'never'],
  ['2002:7f00:1::', 'never'],
  ['2001:0:7f00:1::', 'never'],
  // Not in the canonical form of an address.
  ['', 'never'],
  ['localhost', 'never'],
  ['127.1', 'never'],
  ['0x7f000001', 'never'],
  ['[::1]', 'never'],
])('%s is %s', (address, range) => {
  expect(rangeOf(address)).toBe(range);
});

it('classifies every IPv4 address inside an IPv6 address as never', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const prefix = fc.constantFrom('::ffff:', '64:ff9b::', '64:ff9b:1::');
  fc.assert(
    fc.property(prefix, group, group, (start, a, b) => {
      expect(rangeOf(`${start}${a.toString(16)}:${b.toString(16)}`)).toBe('never');
      expect(rangeOf(`2002:${a.toString(16)}:${b.toString(16)}::1`)).toBe('never');
    }),
  );
});
