import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { git } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, onTestFinished, test } from 'vitest';
import { analyzer, type Ended } from '../fixture.ts';
import { Work } from './work-fixture.ts';

const TOKEN = 'ghp_0123456789abcdef0123456789abcdef0123';

interface Asked {
  method: string;
  url: string;
  authorization: string | undefined;
  body: Record<string, string>;
}

/** The API of a hosting service that has one repository. */
async function startService(): Promise<{ api: string; asked: Asked[]; answer: { status: number } }> {
  const asked: Asked[] = [];
  const opened: object[] = [];
  const answer = { status: 201 };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, authorization: headers.authorization, body: text === '' ? {} : JSON.parse(text) });
      const send = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
      if (method === 'GET' && url === '/repos/acme/shop') return send(200, { default_branch: 'trunk' });
      if (method === 'GET') return send(200, opened);
      if (answer.status !== 201) return send(answer.status, { message: `Resource not accessible, token ${TOKEN}` });
      const created = { number: 7, html_url: 'https://github.com/acme/shop/pull/7' };
      opened.push(created);
      return send(201, created);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, answer };
}

/** Work with a complete package, whose remote `origin` is a repository that Git reaches by a program instead of ssh. */
async function published() {
  const it = await Work.create({
    repositories: [
      { project: 'shop', remote: 'acme/shop' },
      { project: 'billing', remote: '' },
    ],
  });
  const remote = join(it.cwd, 'remote/acme/shop.git');
  mkdirSync(remote, { recursive: true });
  git(remote, 'init', '-q', '--bare', '-b', 'trunk');
  it.write('ssh.sh', `#!/bin/sh\nfor last; do :; done\ncd '${it.cwd}/remote' && eval "exec $last"\n`);
  chmodSync(join(it.cwd, 'ssh.sh'), 0o755);
  it.write('home/.gitconfig', `[core]\n\tsshCommand = ${it.cwd}/ssh.sh\n[safe]\n\tdirectory = *\n`);
  const shop = join(it.cwd, 'shop');
  git(shop, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git');
  it.write('shop/.git/hooks/pre-push', '#!/bin/sh\ntouch ../hook-ran\n');
  chmodSync(join(shop, '.git/hooks/pre-push'), 0o755);
  await it.design();
  await it.begin('package shop');
  it.writePackage();
  await it.submit('package shop');
  const service = await startService();
  const env = { HOME: join(it.cwd, 'home'), GH_TOKEN: TOKEN, GITHUB_API_URL: service.api };
  const publish = (args: string[], more: Record<string, string> = {}): Promise<Ended> =>
    analyzer(['tickets', 'publish', ...args], { cwd: it.cwd, env: { ...env, ...more } });
  const branch = `analyzer/${it.key('package shop')}`;
  return { it, shop, remote, service, publish, branch, key: it.key('package shop') };
}

test('one branch is pushed and gets one pull request, and nothing is sent before that is wanted', {
  timeout: 120_000,
}, async () => {
  const { it, shop, remote, service, publish, branch, key } = await published();
  const preview = await publish([key]);
  expect(preview).toMatchObject({ code: 0, stderr: '' });
  expect(preview.stdout).toMatch(
    new RegExp(
      `^would push ${branch} \\([0-9a-f]{12}\\) to acme/shop\nwould open .+\nnothing is sent without --execute\n$`,
    ),
  );
  expect(service.asked).toEqual([]);
  expect(git(remote, 'branch', '--list')).toBe('');

  const done = await publish([key, '--execute']);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toContain('opened     https://github.com/acme/shop/pull/7\n');
  expect(git(remote, 'for-each-ref', '--format=%(refname)')).toBe(`refs/heads/${branch}`);
  expect(git(remote, 'rev-parse', branch)).toBe(git(shop, 'rev-parse', branch));
  expect(existsSync(join(it.cwd, 'hook-ran'))).toBe(false);
  const { body, authorization } = service.asked.find(({ method }) => method === 'POST') ?? { body: {} };
  expect(authorization).toBe(`Bearer ${TOKEN}`);
  expect(body).toMatchObject({
    head: branch,
    base: 'trunk',
    body: expect.stringContaining(`Task \`${key}\` (package)`),
  });

  expect((await publish([key, '--execute'])).stdout).toContain('pull/7 (open before)\n');
  expect(service.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a branch that others changed is not overwritten, and no pull request follows', { timeout: 120_000 }, async () => {
  const { shop, remote, service, publish, branch, key } = await published();
  git(shop, 'commit', '-q', '--allow-empty', '-m', 'other');
  const other = git(shop, 'rev-parse', 'HEAD');
  git(shop, 'push', '-q', remote, `HEAD:refs/heads/${branch}`);
  const refused = await publish([key, '--execute']);
  expect(refused).toMatchObject({ code: 4, stdout: '' });
  expect(refused.stderr).toMatch(/git did not push analyzer\/package-\w+ of shop: .*rejected/);
  expect(git(remote, 'rev-parse', branch)).toBe(other);
  expect(service.asked).toEqual([]);
});

test('another remote, a task that is not complete, and a missing or refused token are errors with their remedy', {
  timeout: 120_000,
}, async () => {
  const { it, shop, remote, service, publish, key } = await published();
  expect((await publish([it.key('verify shop')])).stderr).toContain('is not complete, but ready');
  expect((await publish([it.key('design shop')])).stderr).toContain('changes no file');
  expect(await publish([key, '--execute'], { GH_TOKEN: '', GITHUB_TOKEN: '' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the pull request needs a token'),
  });
  const elsewhere = { GITHUB_API_URL: 'http://example.org' };
  expect((await publish([key, '--execute'], elsewhere)).stderr).toContain('is not an address with https');
  service.answer.status = 403;
  const forbidden = await publish([key, '--execute']);
  expect(forbidden.code).toBe(4);
  expect(forbidden.stderr).toContain('it answers 403: Resource not accessible');
  expect(forbidden.stderr).not.toContain(TOKEN);
  const tree = join(shop, '.analyzer/work/tree');
  it.write(`shop/.analyzer/work/tree/${it.package.path}/index.js`, 'export const other = 1;\n');
  git(tree, 'commit', '-qam', 'later');
  // The file is as it was submitted, the branch is not.
  it.writePackage();
  expect((await publish([key, '--execute'])).stderr).toMatch(
    /index\.js of analyzer\/\S+ is not as in the result of the task/,
  );
  git(tree, 'reset', '-q', '--hard', 'HEAD~1');
  git(remote, 'update-ref', '-d', `refs/heads/analyzer/${key}`);
  git(shop, 'remote', 'set-url', 'origin', 'git@github.com:evil/shop.git');
  const other = await publish([key, '--execute']);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('acme/shop is not github.com/evil/shop, the remote origin of');
  expect(git(remote, 'branch', '--list')).toBe('');
});
