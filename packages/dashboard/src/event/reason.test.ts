import { expect, it } from 'vitest';
import { firstFailingLine } from './reason.ts';

/** Outputs of common tools, shortened. */
it.each([
  [
    'Node.js',
    "FAILED 1 of 7\n    at cart.js:3\nTypeError: Cannot read properties of undefined (reading 'total')\n    at x",
    'TypeError: Cannot',
  ],
  ['Node.js with a code', 'Node.js v22\nError [ERR_ASSERTION]: total is wrong\n  at y', 'Error [ERR_ASSERTION]: total'],
  [
    'pytest',
    '=== FAILURES ===\n___ test_cart ___\n>   assert total() == 12\nE   assert 10 == 12\n=== 1 failed, 6 passed in 0.2s ===',
    'E   assert 10 == 12',
  ],
  [
    'Python',
    'Traceback (most recent call last):\n  File "a.py", line 3\nrequests.exceptions.ConnectionError: refused',
    'requests.exceptions.ConnectionError',
  ],
  [
    'Java',
    'Tests run: 7, Failures: 1\njava.lang.NullPointerException: cart is null\n\tat shop.Cart',
    'java.lang.NullPointerException',
  ],
  ['Rust', "running 7 tests\nthread 'cart' panicked at src/cart.rs:3:5:\nassertion failed", "thread 'cart' panicked"],
  ['Go', '=== RUN TestCart\n--- FAIL: TestCart (0.00s)\n    cart_test.go:9: got 10\nFAIL', '--- FAIL: TestCart'],
  ['TAP', 'TAP version 13\nok 1 login\nnot ok 2 cart total\n1..2\n# failed 1 of 2', 'not ok 2 cart total'],
  ['Jest', 'Tests: 1 failed, 6 passed\n● cart › total\n  expect(received).toBe(expected)', '● cart › total'],
  ['testql', '3 checks\nGET /api/users: expected 200, got 500\n1 failed', '1 failed'],
  ['counts only', '7 tests\nFAILED 1 of 7', 'FAILED 1 of 7'],
  ['one line', '  expected 200, got 500 ', 'expected 200, got 500'],
])('the headline of an output of %s names the failure', (tool, reason, headline) => {
  const found = firstFailingLine(reason);
  expect(found.startsWith(tool === 'testql' ? 'GET /api/users: expected 200' : headline), found).toBe(true);
});

it('reads a reason in linear time', () => {
  const started = performance.now();
  for (const part of ['expected ', 'a.', "thread 'x' panicked", '= ', 'E   ', '(1 ']) {
    firstFailingLine(`${part.repeat(100_000)}\nx`);
  }
  expect(performance.now() - started).toBeLessThan(2_000);
});
