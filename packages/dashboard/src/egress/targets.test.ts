import { expect, it } from 'vitest';
import { Origins, originIn } from './origins.ts';
import { hostsIn, type Resolve, systemResolve } from './resolve.ts';
import { Targets } from './targets.ts';

const ORIGINS = [
  'http://app.example',
  'http://localhost:8100',
  'http://127.0.0.1:8100',
  'http://[::1]:8100',
  'http://10.0.0.7',
];

function targets(resolve: Resolve): Targets {
  return new Targets(new Origins(ORIGINS.map(originIn)), resolve);
}

const names =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses;

it.each<[string, string[]]>([
  ['a public address', ['93.184.215.14']],
  ['several public addresses', ['93.184.215.14', '2606:2800:21f:cb07::1']],
  ['private addresses, as of names inside a network', ['172.18.0.3', 'fd12::3']],
])('connects to a name with %s', async (_, addresses) => {
  expect((await targets(names(...addresses)).find('http://app.example/x')).addresses).toEqual(addresses);
});

it.each<[string, string[], string]>([
  ['no address', [], 'has no address'],
  ['this machine', ['127.0.0.1'], 'this machine'],
  ['this machine over IPv6', ['::1'], 'this machine'],
  ['a metadata service', ['169.254.169.254'], 'resolves to 169.254.169.254'],
  ['a metadata service after a good address', ['93.184.215.14', '168.63.129.16'], 'resolves to 168.63.129.16'],
  ['a metadata service by a mapped address', ['::ffff:169.254.169.254'], 'resolves to ::ffff:169.254.169.254'],
  ['a public and a private address', ['93.184.215.14', '10.0.0.1'], 'public and to private'],
  ['a public address and this machine', ['93.184.215.14', '127.0.0.1'], 'this machine'],
  ['the unspecified address', ['0.0.0.0'], 'resolves to 0.0.0.0'],
])('refuses a name that resolves to %s', async (_, addresses, why) => {
  await expect(targets(names(...addresses)).find('http://app.example/')).rejects.toThrow(why);
  await expect(targets(names(...addresses)).findTunnel('app.example:80')).rejects.toThrow(why);
});

it('connects to this machine only if its origin is allowed', async () => {
  const nobody: Resolve = async (name) => {
    throw new Error(`${name} should not be resolved`);
  };
  expect((await targets(nobody).find('http://127.0.0.1:8100/')).addresses).toEqual(['127.0.0.1']);
  expect((await targets(nobody).find('http://[::1]:8100/')).addresses).toEqual(['::1']);
  expect((await targets(nobody).find('http://10.0.0.7/')).addresses).toEqual(['10.0.0.7']);
  expect((await targets(systemResolve()).find('http://localhost:8100/')).addresses).toEqual(['127.0.0.1', '::1']);
  await expect(targets(names('93.184.215.14', '127.0.0.1')).find('http://localhost:8100/')).rejects.toThrow('public');
});

it('connects to this machine by a name of its hosts file, which has precedence', async () => {
  const nobody: Resolve = async (name) => {
    throw new Error(`${name} should not be resolved`);
  };
  const listed = (...addresses: string[]): Targets =>
    new Targets(new Origins(ORIGINS.map(originIn)), nobody, names(...addresses));
  expect((await listed('127.0.0.1').find('http://app.example/')).addresses).toEqual(['127.0.0.1']);
  await expect(listed('169.254.169.254').find('http://app.example/')).rejects.toThrow('not allowed');
});

it('resolves a name once, so that a change between check and connection has no effect', async () => {
  const answers = [['93.184.215.14'], ['127.0.0.1'], ['169.254.169.254']];
  const rebinding = targets(async () => answers.shift() ?? []);
  for (let i = 0; i < 3; i++) {
    expect((await rebinding.find(`http://app.example/${i}`)).addresses).toEqual(['93.184.215.14']);
  }
  expect((await rebinding.findTunnel('app.example:80')).addresses).toEqual(['93.184.215.14']);
  expect(answers).toHaveLength(2);
});

it('reads the hosts file', () => {
  const text =
    '127.0.0.1 localhost\n# 10.0.0.9 app.example\n10.0.0.8\tother App.Example # here\nnonsense app.example\n';
  expect(hostsIn(text, 'app.example')).toEqual(['10.0.0.8']);
});
