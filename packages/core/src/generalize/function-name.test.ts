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
  [['one', 'two', 'three'], 'shared signals'],
  [['A.commit', 'A.rollback', 'B.commit', 'B.rollback'], 'commit or rollback'],
  [['BigRow.one', 'SmallRow.two', 'Row.three'], 'shared Row'],
])('the function for %s is named by the words %s', (names, words) => {
  expect(functionWords(names, 'src/signals.py').join(' ')).toBe(words);
});
