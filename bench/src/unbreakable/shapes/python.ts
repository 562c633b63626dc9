import { type Shape, type ShapeRow, shapes } from './shape.ts';

const ROWS: ShapeRow[] = [
  ['parentheses', '(', '1', ')'],
  ['lists', '[', '1', ']'],
  ['sets', '{', '1', '}'],
  ['dictionaries', '{1:', '1', '}'],
  ['tuples', '(', '1', ',)'],
  ['lambdas', 'lambda a:', '1', ''],
  ['comprehensions', '[a for a in ', 'b', ']'],
  ['calls', 'f(', '1', ')'],
  ['keyword calls', 'f(a=', '1', ')'],
  ['call chain', '()', '', '', 'f'],
  ['attribute chain', '.a', '', '', 'a'],
  ['method chain', '.a()', '', '', 'a'],
  ['index chain', '[0]', '', '', 'a'],
  ['index nesting', 'a[', '1', ']'],
  ['slices', 'a[1:', '1', ']'],
  ['not', 'not ', 'a', ''],
  ['minus', '-', 'a', ''],
  ['await', 'await ', 'a', '', 'async def f():\n  return '],
  ['plus chain', 'a+', '1', ''],
  ['and chain', 'a and ', '1', ''],
  ['power chain', 'a**', '1', ''],
  ['comparison chain', 'a<', '1', ''],
  ['conditional expressions', 'a if b else ', '1', ''],
  ['assignment chain', 'a=', '1', ''],
  ['walrus', '(a:=', '1', ')'],
  ['string chain', '"a" ', '', ''],
  ['f-strings', "f'{", '1', "}'"],
  ['f-string formats', '{a:', '1', '}', "f'", "'"],
  ['f-string braces', '{{', '', '}}', "f'", "'"],
  ['elif', 'elif a:\n  pass\n', '', '', 'if a:\n  pass\n'],
  ['except', 'except A:\n  pass\n', '', '', 'try:\n  pass\n'],
  ['case', '  case 1:\n    pass\n', '', '', 'match a:\n'],
  ['patterns', '[', 'a', ']', 'match a:\n  case ', ':\n    pass\n'],
  ['or patterns', '1|', '2', '', 'match a:\n  case ', ':\n    pass\n'],
  ['decorators', '@a\n', 'def f(): pass\n', ''],
  ['parameters', 'a=1,', '', '', 'def f(', '): pass\n'],
  ['annotations', 'A[', 'B', ']', 'a: '],
  ['unpacking', '*', 'a', '', '[', ']'],
  ['targets', '(', 'a', ',)', '', '=1\n'],
  ['line continuations', '\\\n', '1', ''],
  ['semicolons', 'a;', '', ''],
  ['statements', 'a\n', '', ''],
  ['imports', 'import a\n', '', ''],
  ['dotted import', 'a.', 'b', '', 'import '],
  ['relative dots', '.', ' import a', '', 'from '],
  ['comments', '#\n', '', ''],
  ['comments in a block', '  #\n', '', '', 'if a:\n  b\n', '  c\n'],
  ['comments after a colon', '#\n', '', '', 'if a:\n', '  c\n'],
  ['data list', '1,', '', '', 'a=[', ']'],
  ['data dictionaries', '{"a":1},', '', '', 'a=[', ']'],
  ['functions side by side', 'def f(a):\n  return a+1\n', '', ''],
  ['one-line classes', 'class A: a=1\n', '', ''],
];

/** Blocks indented by one more column at each level: the source grows with the square of the depth. */
export function indentedPython(head: string, depth: number): string {
  const lines = Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}${head}\n`);
  return `${lines.join('')}${' '.repeat(depth)}pass\n`;
}

export const INDENTED_HEADS = ['if a:', 'def f():', 'class A:', 'while a:', 'with a:', 'try:', 'for a in b:'];

export const PYTHON_SHAPES: Shape[] = shapes({ language: 'python' }, ROWS);
