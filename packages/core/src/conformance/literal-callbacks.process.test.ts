import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import { literalCallbacks } from './literal-callbacks.ts';
import { projectWith } from './verdict-fixture.ts';

test.each<[string, string[] | undefined]>([
  ['usort($a, fn ($x, $y) => $x <=> $y)', []],
  ['usort($a, static function ($x, $y) { return 0; })', []],
  ["array_map('\\\\trim', $a)", ['trim']],
  ["array_map('trim', array_filter($a, 'strlen'))", ['trim']],
  ['array_udiff($a, $b, "strcmp")', ['strcmp']],
  ['array_filter($a)', []],
  // The text is data.
  ["array_walk($a, $run, 'name')", undefined],
  ["array_map($run, ['trim'])", undefined],
  ['usort($a, [$this, "compare"])', undefined],
  ['usort($a, $run ?? fn () => 0)', undefined],
  ['array_udiff_uassoc($a, $b, fn () => 0, $run)', undefined],
  // One of several calls of the function.
  ["array_map('trim', $a) + array_map($run, $a)", undefined],
  ["array_map(/* by name */ 'trim', $a)", undefined],
])('the functions that %s runs are written as its arguments, or not known', async (code, expected) => {
  const files = { 'a.php': `<?php\nfunction f($a, $b, $run) { return ${code}; }\n` };
  const project = await projectWith(files, await engineOfThisProcess());
  const file = project.files.get('a.php');
  const call = file?.calls.find(({ callee }) => code.startsWith(callee));
  if (file === undefined || call === undefined) throw new Error('no call');
  expect(literalCallbacks(call, file)).toEqual(expected);
});
