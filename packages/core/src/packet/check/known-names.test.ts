import { expect, test } from 'vitest';
import { KnownNames } from './known-names.ts';

const names = new KnownNames({ path: 'src/a.ts', other: ['lib/b.py'] });

test.each(['src/a.ts.', 'src/a.ts:12', 'see (src/a.ts:12-14), lib/b.py:3:', '"src/a.ts":1.', '`lib/b.py`', 'and/or'])(
  'the paths of %s are in the packet',
  (text) => {
    expect(names.unknownPaths(text)).toEqual([]);
  },
);

test.each([
  ['src/c.ts:12.', ['src/c.ts']],
  ['https://example.com/x).', ['https://example.com/x']],
  ['src/a.ts and /etc/passwd!', ['/etc/passwd']],
])('%s has a path that the packet does not contain', (text, unknown) => {
  expect(names.unknownPaths(text)).toEqual(unknown);
});

test('100,000 punctuation characters and line numbers after a path take linear time', () => {
  const before = process.cpuUsage();
  for (const end of ['.', '.:', ':1', ':1-2', '.1', ':1.', '.a', '1.', 'a:1']) {
    for (const letter of ['', 'a']) names.unknownPaths(`https://x/${end.repeat(100_000 / end.length)}${letter}`);
  }
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
});

test.each([
  ['see www.example.com', ['www.example.com']],
  ['see example.com/x', ['example.com/x']],
  ['see docs.example.org/a.html for more', ['docs.example.org/a.html']],
  ['see example.com:8080/x', ['example.com:8080/x']],
  ['see localhost:80/x or localhost/x', ['localhost:80/x', 'localhost/x']],
  ['see 10.0.0.1/x and 10.0.0.1:80/x', ['10.0.0.1:80/x', '10.0.0.1/x']],
  ['flask.sansio and quart.app are modules', []],
  ['and/or, read/write, 1.5/2.5, 10:30, 3:2/1', []],
])('a host with www. or with a path is a name that the packet must have: %s', (text, expected) => {
  expect(new KnownNames({}).unknownPaths(text)).toEqual(expected);
});
