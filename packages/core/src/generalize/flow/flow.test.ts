import { expect, test } from 'vitest';
import { draftRules } from '#languages/draft-rules.ts';
import { parsed } from '../fixture.ts';
import { around, type SyntaxNode } from '../nodes.ts';
import { FlowBuilder } from './build-flow.ts';
import { runVariables } from './liveness.ts';

/** The variables of the statements between `# from` and `# to` (`// from`), as names. */
function variablesIn(path: string, source: string) {
  const file = parsed(path, source);
  const rules = draftRules(path.endsWith('.py') ? 'python' : path.endsWith('.php') ? 'php' : 'javascript');
  if (!('root' in file) || rules === undefined) throw new Error('not parsed');
  const [from, to] = [source.indexOf('from\n'), source.lastIndexOf('\n', source.indexOf(' to\n'))];
  const first = file.tree.firstIn(from, to);
  let at: SyntaxNode | undefined = first;
  if (at?.kind === 'block') at = at.children[0];
  const run = (at?.parent?.children ?? []).filter((it) => it.start >= from && it.end <= to);
  const owner = at && around(at, rules.functions);
  const flow = owner && new FlowBuilder(owner, run, source, rules).build();
  if (flow === undefined) throw new Error('no run');
  const known = runVariables(flow, new Set());
  const names = (its: ReadonlySet<{ name: string }>) => [...its].map(({ name }) => name).sort();
  return {
    inputs: names(known.inputs),
    outputs: names(known.outputs),
    lost: names(known.lost),
    unbound: names(known.outputs).filter((it) => !names(known.bound().after).includes(it)),
    jumps: flow.jumps.length,
    returns: flow.returns.length,
    isEndReached: flow.isEndReached,
  };
}

const NOTHING = { inputs: [], outputs: [], lost: [], unbound: [], jumps: 0, returns: 0, isEndReached: true };

test.each<[string, string, Partial<typeof NOTHING> | object]>([
  ['a name that is read', 'b = a\n # from\n x = b\n # to\n return x', { inputs: ['b'], outputs: ['x'] }],
  ['a name that is assigned first', 'b = a\n # from\n b = 1\n c(b)\n # to\n return b', { outputs: ['b'] }],
  ['a name that is assigned again after it', '# from\n b = 1\n c(b)\n # to\n b = 2\n return b', {}],
  [
    'a name that one branch assigns',
    'b = a\n # from\n if a:\n  b = 1\n # to\n return b',
    { inputs: ['a', 'b'], outputs: ['b'] },
  ],
  [
    'a name that one branch binds',
    '# from\n if a:\n  b = 1\n # to\n return b',
    { inputs: ['a', 'b'], outputs: ['b'], unbound: ['b'] },
  ],
  ['both branches', '# from\n if a:\n  b = 1\n else:\n  b = 2\n # to\n return b', { inputs: ['a'], outputs: ['b'] }],
  [
    'a branch that leaves',
    '# from\n if a:\n  b = 1\n else:\n  raise a\n # to\n return b',
    { inputs: ['a'], outputs: ['b'] },
  ],
  [
    'a loop that may not run',
    '# from\n for i in a:\n  b = i\n # to\n return b',
    { inputs: ['a', 'b'], outputs: ['b'], unbound: ['b'] },
  ],
  [
    'the next round of a loop',
    'b = 0\n for i in a:\n  # from\n  c(b)\n  b = i\n  # to\n  d()',
    { inputs: ['b', 'i'], outputs: ['b'] },
  ],
  ['an addition', 'b = 0\n # from\n b += a\n c(b)\n # to\n return 1', { inputs: ['a', 'b'] }],
  ['a comprehension', '# from\n b = [i for i in a]\n c(b)\n # to\n return 1', { inputs: ['a'] }],
  [
    'a handler inside',
    '# from\n try:\n  b = a()\n except E:\n  b = 1\n # to\n return b',
    { inputs: ['a'], outputs: ['b'] },
  ],
  [
    'a handler that does not assign',
    '# from\n try:\n  b = a()\n except E:\n  c()\n # to\n return b',
    { inputs: ['a', 'b'], outputs: ['b'], unbound: ['b'] },
  ],
  [
    'a handler around it',
    'b = 0\n try:\n  # from\n  b = 1\n  c()\n  # to\n except E:\n  d(b)',
    { inputs: ['b'], outputs: ['b'], lost: ['b'] },
  ],
  [
    'finally around it',
    'b = 0\n try:\n  # from\n  b = 1\n  c()\n  # to\n finally:\n  d(b)',
    { inputs: ['b'], outputs: ['b'], lost: ['b'] },
  ],
  [
    'a break of a loop around it',
    'for i in a:\n  # from\n  if i:\n   break\n  # to\n  c()',
    { inputs: ['i'], jumps: 1 },
  ],
  ['a break of a loop in it', '# from\n for i in a:\n  if i:\n   break\n # to\n c()', { inputs: ['a'] }],
  ['a return at its end', '# from\n b = a\n return b\n # to', { inputs: ['a'], returns: 1, isEndReached: false }],
  [
    'an endless loop',
    '# from\n while True:\n  b = a()\n  if b:\n   break\n # to\n return b',
    { inputs: ['a'], outputs: ['b'] },
  ],
  ['with', '# from\n with a() as f:\n  b = f\n # to\n return b', { inputs: ['a'], outputs: ['b'] }],
  [
    'with that swallows',
    '# from\n with suppress(E):\n  b = a\n # to\n return b',
    { inputs: ['a', 'b'], outputs: ['b'], unbound: ['b'] },
  ],
  [
    'a case without default',
    '# from\n match a:\n  case 1:\n   b = 1\n # to\n return b',
    { inputs: ['a', 'b'], outputs: ['b'], unbound: ['b'] },
  ],
  ['a name that is deleted', 'b = a\n # from\n del b\n # to\n return 1', {}],
])('Python: %s', (_, code, expected) => {
  expect(variablesIn('a.py', `def f(a):\n ${code}\n`)).toEqual({ ...NOTHING, ...expected });
});

test.each<[string, string, object]>([
  ['a declaration', '// from\n const b = a; c(b);\n // to\n return b;', { inputs: ['a'], outputs: ['b'] }],
  [
    'a short circuit',
    'let b = 1;\n // from\n a && (b = 2);\n // to\n return b;',
    { inputs: ['a', 'b'], outputs: ['b'] },
  ],
  [
    'a switch with fall through',
    'let b;\n // from\n switch (a) { case 1: b = 1; case 2: c(b); break; default: b = 3; }\n // to\n return b;',
    { inputs: ['a', 'b'], outputs: ['b'] },
  ],
  [
    'a label',
    'x: for (const i of a) {\n // from\n for (const j of i) { if (j) continue x; }\n // to\n c(); }',
    { inputs: ['i'], jumps: 1 },
  ],
  ['destructuring', '// from\n const { b, d: [e] } = a; c(b);\n // to\n return e;', { inputs: ['a'], outputs: ['e'] }],
  ['an update of a loop', '// from\n for (let i = 0; i < a; i++) c(i);\n // to\n return 1;', { inputs: ['a'] }],
  ['do', '// from\n let b; do { b = a(); } while (b);\n // to\n return b;', { inputs: ['a'], outputs: ['b'] }],
])('JavaScript: %s', (_, code, expected) => {
  const { inputs, outputs, lost, jumps, returns, isEndReached } = variablesIn('a.js', `function f(a) {\n ${code}\n}\n`);
  expect({ inputs, outputs, lost, unbound: [], jumps, returns, isEndReached }).toEqual({ ...NOTHING, ...expected });
});

test.each<[string, string, object]>([
  [
    'an item of an array',
    '$b = [];\n // from\n $b[] = $a;\n // to\n return $b;',
    { inputs: ['$a', '$b'], outputs: ['$b'] },
  ],
  [
    'foreach',
    '// from\n $s = 0; foreach ($a as $k => $v) { $s += $v; }\n // to\n return $s;',
    { inputs: ['$a'], outputs: ['$s'] },
  ],
  [
    'else if',
    '// from\n if ($a) { $b = 1; } elseif ($a > 2) { $b = 2; } else { throw $a; }\n // to\n return $b;',
    { inputs: ['$a'], outputs: ['$b'] },
  ],
])('PHP: %s', (_, code, expected) => {
  expect(variablesIn('a.php', `<?php\nfunction f($a) {\n ${code}\n}\n`)).toEqual({ ...NOTHING, ...expected });
});
