import { expect, test } from 'vitest';
import { sourcesOf } from './listed-sources.ts';

test('a list has a source on each line, a name after a tab, comments and empty lines', () => {
  const list = '# team\r\n/srv/team1/api\n\n  https://git.example/api.git#v2 \n/srv/team2/api\tteam2/api\n';
  expect(sourcesOf(list, 'x')).toEqual([
    { text: '/srv/team1/api' },
    { text: 'https://git.example/api.git#v2' },
    { text: '/srv/team2/api', label: 'team2/api' },
  ]);
  expect(sourcesOf('', 'x')).toEqual([]);
});

test.each(['a\tb\tc', '\tb', 'a\t'])('a line of a list such as %j is refused with its number', (line) => {
  expect(() => sourcesOf(`ok\n${line}\n`, 'list.txt')).toThrow(
    expect.objectContaining({ code: 'invalid_file', message: expect.stringMatching(/list\.txt.*line 2/) }),
  );
});
