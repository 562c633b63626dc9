import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const body = `def largest(rows, limit):
    found = []
    for row in rows:
        if row.size > limit and not row.hidden:
            found.append((row.name, row.weight, row.size - limit, limit * 100))
        elif row.size == limit:
            found.extend(child.weight for child in row.children)
    return sorted(found, key=lambda it: it[1], reverse=True)
`;
const other = `def smallest(table, text, sizes):
    if text is None:
        raise ValueError("no text")
    while table.next and sizes[table.index] < 10:
        table = table.next
        sizes[table.index] -= len(text)
    table.close()
    return {"text": text, "size": sizes[table.index], "left": table.left or None}
`;
const mirrors = [{ between: ['client', 'client/aio'], reason: 'asynchronous client' }];
const config = JSON.stringify({ schema: 'analyzer.config.v1', mirrors });
const FILES = {
  'client/a.py': body,
  'client/aio/a.py': body,
  'client/b.py': other,
  'client/c.py': other,
};
const INTENDED = 'intended: 1 group in the mirror of client and client/aio: asynchronous client';

test.each([[[]], [['--detail', 'files']]])(
  'the list of a scan with %j puts copies across a mirror apart',
  async (options) => {
    const cwd = folderWith({ ...FILES, 'analyzer.json': config });
    const { code, stdout } = await analyzer(['scan', '.', '--min-near', '1000', ...options], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain(INTENDED);
    expect(stdout).toMatch(/client\/b\.py:1/);
    expect(stdout).not.toContain('client/aio/a.py:1');
  },
);

test('the list of a scan without mirrors has the copies', async () => {
  const { stdout } = await analyzer(['scan', '.', '--min-near', '1000'], { cwd: folderWith(FILES) });
  expect(stdout).toContain('client/aio/a.py:1');
  expect(stdout).not.toContain('intended');
});
