import { expect, test } from 'vitest';
import { functionWords } from './function-name.ts';

test.each([
  [['closeRowDialog', 'closeTableDialog'], 'close Dialog'],
  [['getMediaTarget', 'getTargetMode'], 'get Target'],
  [['Message.reject', 'Message.requeue'], 'reject or requeue'],
  [['setLimit', 'setZone'], 'set Limit or Zone'],
  [['a.load', 'b.load'], 'shared load'],
  [['setRow', 'setColumn', 'setCell'], 'shared set'],
  [['read_row_count', 'read_cell_count', 'sizes'], 'read count'],
  [['one', 'two', 'three'], 'shared one'],
])('the function for %s is named by the words %s', (names, words) => {
  expect(functionWords(names).join(' ')).toBe(words);
});
