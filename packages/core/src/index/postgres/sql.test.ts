import { expect, test } from 'vitest';
import { postgresSql } from './sql.ts';

test.each([
  ['a = ? AND b = ?', [1, 'x'], 'a = $1::bigint AND b = $2::text', [1, 'x']],
  ['? IS NULL OR a = ? LIMIT ?', [null, null, 5], 'NULL IS NULL OR a = NULL LIMIT $1::bigint', [5]],
  ['key = ?', [Uint8Array.of(1)], 'key = $1::bytea', [Uint8Array.of(1)]],
  [
    'a < ? AND file.path < ?',
    ['x', new Uint8Array()],
    'a < $1::text AND $2::bytea IS NOT NULL',
    ['x', new Uint8Array()],
  ],
  ['FROM a CROSS JOIN b AS c ON c.id = a.id', [], 'FROM a JOIN b AS c ON c.id = a.id', []],
  ['FROM a CROSS JOIN b', [], 'FROM a CROSS JOIN b', []],
  [
    'a IN (SELECT b FROM c WHERE d IN (SELECT value FROM json_each(?)))',
    ['[1]'],
    'a IN (SELECT b FROM c WHERE d = ANY (ARRAY(SELECT value FROM json_each($1::text))))',
    ['[1]'],
  ],
  ["a LIKE ? ESCAPE '\\'", ['Re%'], 'a ILIKE $1::text', ['Re%']],
  ['instr(a, ?) > 0', ['part'], 'a LIKE $1::text', ['%part%']],
  ['a >= ? AND instr(a, ?) > 0', ['pre', 'part'], 'a >= $1::text AND instr(a, $2::text) > 0', ['pre', 'part']],
  [
    'instr(a, ?) > 0 AND glob(?, a)',
    ['part', '*part*'],
    'instr(a, $1::text) > 0 AND a LIKE $2::text',
    ['part', '%part%'],
  ],
])('%s', (sql, values, expected, sent) => {
  expect(postgresSql(sql, values)).toEqual({ sql: expected, values: sent });
});

test('a statement has as many values as parameters', () => {
  expect(() => postgresSql('a = ?', [])).toThrow('0 values');
  expect(() => postgresSql('a', [1])).toThrow('1 values');
});
