import { afterAll, describe, expect, test } from 'vitest';
import { because, missing } from '../../missing.ts';
import type { Judge } from '../judge.ts';
import { startBashJudge } from './bash.ts';
import { phpJudge } from './php.ts';
import { startPythonJudge } from './python.ts';
import { typescriptJudge } from './typescript.ts';

/** Original, changed, verdict. */
type Case = readonly [original: string, changed: string, verdict: string];

const noPython = missing('python3', ['--version']);
const python = noPython === undefined ? await startPythonJudge() : undefined;
afterAll(() => python?.close());
/** Only Bash 5.2 and later prints parsed programs. */
const noBash = missing('bash', ['--pretty-print', '/dev/null']);
const bash = noBash === undefined ? await startBashJudge() : undefined;

async function judged(judge: Judge | undefined, language: string, [original, changed]: Case) {
  return judge?.compare(original, changed, { language });
}

describe('the judge of TypeScript', () => {
  test.each<Case>([
    ['a(1, 2);', 'a(2, 1);', 'different'],
    ['a(1, 2);', 'a(1, ;', 'none'],
    ['a = 0n;', 'a = 0x0n;', 'same'],
    ['a = 10n;', 'a = 0x10n;', 'different'],
    ['new A<B>();', 'new (A<B>)();', 'same'],
    ['new A<B>();', 'new A<C>();', 'different'],
    ['class A { a() {} }', 'class A { a?() {} }', 'different'],
    ['if (a) b(); else c();', 'if (a) { b(); } else { c(); }', 'same'],
    ['if (a) if (b) c(); else d();', 'if (a) { if (b) c(); } else d();', 'different'],
    ['while (a);', 'while (a) {}', 'same'],
    ['for (const a of b) c(); d();', 'for (const a of b) { c(); d(); }', 'different'],
    ['new (a())();', 'new a()();', 'different'],
    ['(a?.b).c;', 'a?.b.c;', 'different'],
    ["'use strict';", "('use strict');", 'different'],
  ])('%s → %s: %s', async (...given) => {
    expect(await judged(typescriptJudge, 'typescript', given)).toBe(given[2]);
  });

  test('takes syntax of TypeScript in JavaScript for no program', async () => {
    const inJavaScript = (changed: string) =>
      judged(typescriptJudge, 'javascript', ['class A { a() {} }', changed, '']);
    expect(await inJavaScript('class A { a?() {} }')).toBe('none');
    expect(await inJavaScript('class A { private a() {} }')).toBe('none');
    expect(await inJavaScript('class A { async a() {} }')).toBe('different');
  });
});

describe('the judge of PHP', () => {
  test.each<Case>([
    ['<?php a(1, 2);', '<?php a(2, 1);', 'different'],
    ['<?php a(1, 2);', '<?php a(1, ;', 'none'],
    ['<?php $a = 0x10;', '<?php $a = 16;', 'same'],
    ['<?php $a = 010;', '<?php $a = 10;', 'different'],
    ['<?php ($a->b)();', '<?php $a->b();', 'different'],
    ['<?php (A::$b)();', '<?php A::$b();', 'different'],
    ['<?php a(A::B[0], A::$c->d);', '<?php a((A::B)[0], (A::$c)->d);', 'same'],
    ["<?php a('b' . ($c + $d) . 'e');", "<?php a('b' . $c + $d . 'e');", 'same'],
    ['<?php a($b . ($c . $d));', '<?php a($b . $c . $d);', 'different'],
    ['<?php if ($a) b();', '<?php if ($a) { b(); }', 'same'],
    ['<?php exit;', '<?php die;', 'same'],
    ['<?php a(A | B . C);', '<?php a(A | (B) . C);', 'same'],
    ['<?php a();', '<?php (a)();', 'different'],
  ])('%s → %s: %s', async (...given) => {
    expect(await judged(phpJudge, 'php', given)).toBe(given[2]);
  });
});

describe.skipIf(python === undefined)(`the judge of Python${because(noPython)}`, () => {
  test.each<Case>([
    ['a(1, 2)', 'a(2, 1)', 'different'],
    ['a(1, 2)', 'a(1, ', 'none'],
    ['a = 0x10', 'a = 16', 'same'],
    ['def f():\n  """a"""\n  b', 'def f():\n  """c"""\n  b', 'same'],
    ['if a:\n  b\n  c', 'if a:\n  b\nc', 'different'],
  ])('%j → %j: %s', async (...given) => {
    expect(await judged(python, 'python', given)).toBe(given[2]);
  });
});

describe.skipIf(bash === undefined)(`the judge of Bash${because(noBash)}`, () => {
  test.each<Case>([
    ['a 1 2', 'a 2 1', 'different'],
    ['a 1 2', 'a (1 2', 'none'],
    ['((i = i+1))', '((i=i + 1))', 'same'],
    ['a=`b`', 'a=$(b)', 'same'],
    ['[ "$a" = "b" ]', '[ "$a" ="b" ]', 'different'],
    ['echo \x24{x[@]}', 'echo \x24{x[ @]}', 'different'],
    ['return\nb', 'return\r\nb', 'different'],
    // shfmt takes it for another shell's syntax.
    ['>a if b', '>a if c', 'different'],
  ])('%j → %j: %s', async (...given) => {
    expect(await judged(bash, 'bash', given)).toBe(given[2]);
  });
});
