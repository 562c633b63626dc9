import { createServer } from 'node:http';
import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { git } from '@analyzer/core/tree/git/git-fixture.ts';
import { afterEach, expect, test } from 'vitest';
import { stopServers, testServer } from '../../../../dashboard/src/testing/test-server.ts';
import { analyzer, folderWith } from '../fixture.ts';

afterEach(stopServers);

const SETTLE = `def settle(order, rates, limit):
    total = 0
    for line in order.lines:
        price = rates.lookup(line.product, order.currency)
        if price is None:
            raise KeyError(line.product)
        total = total + price * line.amount
    if total > limit:
        return order.refuse(total, limit)
    return order.accept(total)
`;

/** The second of three commits has only copies. */
function repository(): string {
  const folder = folderWith({});
  git(folder, 'init', '-q', '-b', 'main');
  for (const other of ['x = 1\n', SETTLE, 'x = 1\n']) {
    writeFiles(folder, { 'secret-name.py': SETTLE, 'other.py': other });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', 'secret subject');
  }
  return folder;
}

function post(cwd: string, url: string, ...args: string[]) {
  return analyzer(['history', '--engine', 'portable', '--near', 'none', '--post', url, ...args], { cwd });
}

test('a dashboard gets the share above a limit and its end, with commits, numbers and nothing else', async () => {
  const server = await testServer();
  const folder = repository();
  expect(await post(folder, server.address, '--max-share', '5')).toMatchObject({ code: 0, stderr: '' });
  const [first, , last] = git(folder, 'rev-list', 'HEAD').split('\n').reverse();
  const second = git(folder, 'rev-parse', 'HEAD~1');
  const listed = await (await server.get('/events')).text();
  expect(JSON.parse(listed).items).toMatchObject([
    { status: 'normal', metric: 'repeated_lines_percent', value: 0, threshold: 5, commit: last },
    { status: 'anomaly', service: 'analyzer', value: 100, commit: second, type: 'ANOMALY' },
  ]);
  expect(listed).not.toContain(first);
  expect(listed).not.toContain('secret');
  expect(listed).not.toContain(folder.slice(folder.lastIndexOf('/') + 1));
});

test('nothing is sent if no step is above the limit', async () => {
  const server = await testServer();
  expect(await post(repository(), server.address, '--max-share', '100')).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(await (await server.get('/events')).text()).items).toEqual([]);
});

test('a dashboard that refuses, redirects or is not there is an error after the result is written', async () => {
  const server = createServer((request, response) => {
    const isRedirect = request.url?.startsWith('/away') === true;
    response.writeHead(isRedirect ? 302 : 401, isRedirect ? { Location: '/' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const folder = repository();
  const refused = await post(folder, url, '--max-share', '5');
  expect(refused).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('answers with 401: check DASHBOARD_TOKEN'),
  });
  expect(refused.stdout).toContain('repeated lines of');
  expect(await post(folder, `${url}/away`, '--max-share', '5')).toMatchObject({ code: 7 });
  await new Promise((resolve) => server.close(resolve));
  expect(await post(folder, url, '--max-share', '5')).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('does not answer'),
  });
});

test.for([
  [['--post', 'http://127.0.0.1:1'], '--post needs a limit'],
  [['--post', 'ftp://127.0.0.1', '--max-share', '5'], 'is not the address of a dashboard'],
  [['--post', 'http://me:secret@127.0.0.1', '--max-share', '5'], 'is not the address of a dashboard'],
  [['--post', 'http://127.0.0.1', '--max-share', 'lib=5'], '--max-share of the folder lib'],
  [['--max-share', '5'], '--max-share limits what --post sends'],
] as const)('analyzer history %j exits with 2: %s', async ([args, message]) => {
  const { code, stderr } = await analyzer(['history', ...args], { cwd: repository() });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
