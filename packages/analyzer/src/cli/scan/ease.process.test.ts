import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const same = (name: string) => `def ${name}(rows, limit):
    total = 0
    for row in rows:
        if row.open and row.price < limit:
            total += row.price * row.count
        else:
            row.close(total)
    return total


`;
const renamed = (name: string, rows: string) => `def ${name}(${rows}, log):
    found = []
    while ${rows}.next():
        entry = ${rows}.read(log)
        if entry is None or entry.kind == 'skip':
            continue
        found.append(entry)
        log.write('read', entry.kind)
    return sorted(found)


`;
const edited = (name: string, own: string) => `def ${name}(path, options):
    with open(path) as file:
        lines = [line.strip() for line in file]
    for line in lines:
        if line.startswith(options.prefix):
            options.handle(line, ${own})
            options.count += 1
        elif options.strict:
            raise ValueError(line)
    return options.count


`;
const FILES = {
  'a.py': renamed('first_of', 'rows') + edited('one', 'len(lines)') + same('sum_open'),
  'b.py': renamed('last_of', 'items') + edited('other', 'path.name') + same('sum_all'),
};

async function list(...args: string[]): Promise<string[]> {
  const { code, stdout } = await analyzer(['scan', '.', ...args], { cwd: folderWith(FILES) });
  expect(code).toBe(0);
  return stdout.split('\n').filter((line) => line !== '' && !line.includes(' engine, '));
}

test('scan --ease lists only groups whose ease is known, those without differences first', async () => {
  const [title, ...lines] = await list('--ease', 'all');
  expect(title).toMatch(/^Easy to share {2}2 of 3 listed groups$/);
  expect(lines.map((line) => line.replace(/g_[0-9a-f]{20}/, 'ID'))).toEqual([
    '  ID  2 × 8 lines  nothing differs  a.py:24-31 sum_open',
    '                                       b.py:24-31 sum_all',
    '  ID  2 × 9 lines  only names differ  a.py:1-9 first_of',
    '                                       b.py:1-9 last_of',
    '  analyzer draft ID writes the function',
    '  1 group of edited copies, blocks or classes: analyzer draft --list reads their source',
  ]);
});

test('scan --ease identical excludes groups with differences', async () => {
  const lines = await list('--ease', 'identical');
  expect(lines[0]).toBe('Easy to share  1 of 3 listed groups');
  expect(lines.filter((line) => line.includes('differ'))).toHaveLength(1);
});

test.each([
  [['--ease', 'functions'], 'Eases are identical, values, or all.'],
  [['--ease', 'all', '--format', 'json'], '--ease and --format json exclude each other'],
])('scan %s is an error', async (args, message) => {
  const { code, stderr } = await analyzer(['scan', '.', ...args], { cwd: folderWith(FILES) });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
