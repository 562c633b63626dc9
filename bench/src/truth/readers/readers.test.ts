import { describe, expect, test } from 'vitest';
import type { Reader, Reading } from '../reading.ts';
import { bashReader } from './bash.ts';
import { phpReader } from './php.ts';
import { typescriptReader } from './typescript.ts';

async function read(reader: Reader, source: string, file: string) {
  const reading = await reader.read(source, file);
  return reading === undefined ? undefined : lists(reading);
}

function lists({ declarations, imports, calls }: Reading) {
  const textOf = ({ line, name }: { line: number; name: string }) => `${line} ${name}`;
  return {
    declarations: declarations.map(({ line, kind, name }) => `${line} ${kind} ${name}`).sort(),
    imports: imports.map(textOf).sort(),
    calls: calls.map(textOf).sort(),
  };
}

describe('the TypeScript reader', () => {
  test('reads quoted specifiers in parentheses, and the names of functions that a module exports', async () => {
    const source = `require(/** @type {string} */ ('a'));
const x = module.exports = exports = function f() {};
module.exports = function g() {};
`;
    expect(await read(typescriptReader, source, 'a.js')).toEqual({
      declarations: ['2 function f', '3 function g'],
      imports: ['1 a'],
      calls: [],
    });
  });

  test('names functions after their binding', async () => {
    const source = `import a from 'a';
export const f = () => a.b();
X.prototype.m = function g() {};
class C {
  @dec()
  get x() { return new D(); }
  n = () => 1;
}
export default function () {}
export { z } from './z';
`;
    expect(await read(typescriptReader, source, 'a.ts')).toEqual({
      declarations: ['2 function f', '3 method m', '4 class C', '6 method get x', '7 method n', '9 function default'],
      imports: ['1 a', '10 ./z'],
      calls: ['2 a.b', '5 dec', '6 D'],
    });
  });

  test('rejects what the compiler cannot parse', async () => {
    expect(await read(typescriptReader, 'class { {', 'a.ts')).toBeUndefined();
  });
});

describe('the PHP reader', () => {
  test('reads classes, calls and includes', async () => {
    const source = `<?php
use A\\B as C, D;
require_once __DIR__ . '/x.php';
final class E { public function f() { return $this->g(new H())->i(); } }
$j = function () { k\\l(); };
$m->{$n->o}(); $m->{$p}();
`;
    expect(await read(phpReader, source, 'a.php')).toEqual({
      declarations: ['4 class E', '4 method f', '5 function $j'],
      imports: ['2 A\\B', '2 D', "3 __DIR__ . '/x.php'"],
      calls: ['4 $this.g', '4 H', '4 ….i', '5 k\\l', '6 $m.$p', '6 …'],
    });
  });

  test('rejects text that is not PHP', async () => {
    expect(await read(phpReader, '<?php function (', 'a.php')).toBeUndefined();
  });
});

describe('the Bash reader', () => {
  test('reads functions, commands and sourced files, in substitutions and here-documents too', async () => {
    const source = `f() { local x=$(date); }
function g { . ./lib.sh; "$1" a; }
cat <<EOF
$(inner)
EOF
`;
    expect(await read(bashReader, source, 'a.sh')).toEqual({
      declarations: ['1 function f', '2 function g'],
      imports: ['2 ./lib.sh'],
      calls: ['1 date', '2 …', '3 cat', '4 inner'],
    });
  });

  test('finds the line of a command in escaped backquotes', async () => {
    expect(await read(bashReader, 'echo\necho `\na \\`b\\``\n', 'a.sh')).toMatchObject({
      calls: ['1 echo', '2 echo', '3 a', '3 b'],
    });
  });

  test('rejects what bash rejects', async () => {
    expect(await read(bashReader, 'if; then', 'a.sh')).toBeUndefined();
  });
});
