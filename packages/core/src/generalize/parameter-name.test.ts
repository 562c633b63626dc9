import { expect, test } from 'vitest';
import { drafted } from './fixture.ts';

const py = (name: string, code: string) => `def ${name}(rows, url, log):
    state = None
    for row in rows:
        if row.open and row.price < 30:
            row.close(log)
    ${code}
    url.send(rows, state, log)
    log.write(rows.size, url)
    return state
`;

async function named(one: string, other: string): Promise<string[]> {
  const { result } = await drafted({ 'a.py': `${py('sum_a', one)}\n\n${py('sum_b', other)}` });
  return result.parameters.map(({ name }) => name);
}

test.each([
  ['a key', 'state = rows["first"]', 'state = rows["last"]', 'key'],
  ['an index', 'state = rows[0]', 'state = rows[1]', 'index'],
  ['the variable that gets it', 'state = "open"', 'state = "closed"', 'state_value'],
  ['the other side of a comparison', 'state = rows.token == "or"', 'state = rows.token == "and"', 'token'],
  ['a limit', 'state = rows.size > 3', 'state = rows.size > 9', 'limit'],
  ['the end of a string', 'url.set(state + "/delete")', 'url.set(state + "/update")', 'suffix'],
  ['the key of a call', 'url.get("first")', 'url.get("last")', 'key'],
  ['the message of an error', 'state = ValueError("small")', 'state = ValueError("large")', 'message'],
  ['what is set', 'url.set_port("a")', 'url.set_port("b")', 'port'],
  ['a keyword', 'url.send(size=3)', 'url.send(size=4)', 'size'],
  ['a literal of which nothing is known', 'url.send(state, 3)', 'url.send(state, 4)', 'number'],
  ['a function for a condition', 'url.send(3 if rows.a() else 4)', 'url.send(3 if log.b() else 4)', 'compute'],
])('a parameter is named after %s', async (_, one, other, name) => {
  expect(await named(one, other)).toEqual([name]);
});

test('a parameter has the name of a variable of another function, but not of one in the body', async () => {
  const other = 'def use(token, limit):\n    return token + limit\n';
  const code = (text: string) => py(`sum_${text}`, `state = rows.token == "${text}"`);
  const { result } = await drafted({ 'a.py': [code('a'), code('b'), other].join('\n\n') }, ['sum_a', 'sum_b']);
  expect(result.parameters.map(({ name }) => name)).toEqual(['token']);
});
