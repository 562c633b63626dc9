import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import { hasTrueAt, literalCallbacks } from './literal-arguments.ts';
import { projectWith } from './verdict-fixture.ts';

test.each<[string, string[] | undefined, string[]?]>([
  ['usort($a, fn ($x, $y) => $x <=> $y)', []],
  ['usort($a, static function ($x, $y) { return 0; })', []],
  ["array_map('\\\\trim', $a)", ['trim']],
  ["array_map('trim', array_filter($a, 'strlen'))", ['trim']],
  ['array_udiff($a, $b, "strcmp")', ['strcmp']],
  ['array_filter($a)', []],
  // The text is data.
  ["array_walk($a, $run, 'name')", undefined],
  ["array_map($run, ['trim'])", undefined],
  ['usort($a, [$this, "compare"])', [], ['compare']],
  ["usort($a, [static::class, 'compare'])", [], ['compare']],
  ['array_map($this->changed(...), $a)', [], ['changed']],
  ['usort($a, [$b, "compare"])', undefined],
  ['usort($a, $run ?? fn () => 0)', undefined],
  ['array_udiff_uassoc($a, $b, fn () => 0, $run)', undefined],
  // One of several calls of the function.
  ["array_map('trim', $a) + array_map($run, $a)", undefined],
  ["array_map(/* by name */ 'trim', $a)", undefined],
])('the functions that %s runs are written as its arguments, or not known', async (code, names, methods = []) => {
  const files = { 'a.php': `<?php\nfunction f($a, $b, $run) { return ${code}; }\n` };
  const project = await projectWith(files, await engineOfThisProcess());
  const file = project.files.get('a.php');
  const call = file?.calls.find(({ callee }) => code.startsWith(callee));
  if (file === undefined || call === undefined) throw new Error('no call');
  expect(literalCallbacks(call, file)).toEqual(names && { names, methods });
});

test.each<[string, boolean | undefined]>([
  ['print_r($a)', false],
  ['print_r($a, true)', true],
  ['print_r(["a", true], TRUE) . print_r($b, true)', true],
  ['print_r($a, true) . print_r($b)', undefined],
  ['print_r($a, $run)', undefined],
  ['print_r(...$a)', undefined],
])('%s returns its text, or prints it', async (code, expected) => {
  const files = { 'a.php': `<?php\nfunction f($a, $b, $run) { return ${code}; }\n` };
  const project = await projectWith(files, await engineOfThisProcess());
  const file = project.files.get('a.php');
  const call = file?.calls.find(({ callee }) => callee === 'print_r');
  if (file === undefined || call === undefined) throw new Error('no call');
  expect(hasTrueAt(1, call, file)).toBe(expected);
});
