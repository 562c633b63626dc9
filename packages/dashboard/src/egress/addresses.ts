import { BlockList, isIP } from 'node:net';

/**
 * Class of an address. `never`: never allowed, such as link-local (with the metadata services of clouds), multicast,
 * reserved and documentation addresses, and every form of an IPv4 address inside an IPv6 address.
 */
export type Range = 'loopback' | 'private' | 'public' | 'never';

/** The IANA special-purpose registries (RFC 6890 and updates), and metadata services at other addresses. */
const NEVER_4 = [
  '0.0.0.0/8',
  // Link-local, with the metadata service of most clouds.
  '169.254.0.0/16',
  // Metadata and DNS of Alibaba and of Azure.
  '100.100.100.200/32',
  '168.63.129.16/32',
  // Protocol assignments, with the metadata service of Oracle.
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const LOOPBACK_4 = ['127.0.0.0/8'];
const PRIVATE_4 = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16'];

const LOOPBACK_6 = ['::1/128'];
const PRIVATE_6 = ['fc00::/7'];
/** Metadata services of Amazon and of Google. */
const NEVER_6 = ['fd00:ec2::254/128', 'fd20:ce::254/128'];
/** Parts of 2000::/3 that are not public: protocol assignments with Teredo, documentation, 6to4. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const PUBLIC_6 = ['2000::/3'];

const lists = {
  never: listOf([...NEVER_4, ...NEVER_6, ...NOT_PUBLIC_6]),
  loopback: listOf([...LOOPBACK_4, ...LOOPBACK_6]),
  private: listOf([...PRIVATE_4, ...PRIVATE_6]),
  public6: listOf(PUBLIC_6),
};

/** @param address IPv4 in dotted decimal form, or IPv6 without brackets; anything else is `never` */
export function rangeOf(address: string): Range {
  const version = isIP(address);
  // BlockList would check an IPv4 address inside an IPv6 address against the IPv4 ranges.
  if (version === 0 || (version === 6 && isMapped(address))) return 'never';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (lists.never.check(address, family)) return 'never';
  if (lists.loopback.check(address, family)) return 'loopback';
  if (lists.private.check(address, family)) return 'private';
  return version === 4 || lists.public6.check(address, family) ? 'public' : 'never';
}

const mapped = listOf(['::ffff:0:0/96']);

function isMapped(address: string): boolean {
  return mapped.check(address, 'ipv6');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
