import { expect, test } from 'vitest';
import { listedGroups } from '#lists/listed-groups.ts';
import { checkOfBoth, scanOf } from './fixture.ts';

// Shapes of public reports in a second and third language; the first one is in the tests of the rule that each is about.

const moneyOfTypes = (
  name: string,
  digits: number,
  sign: string,
) => `export function ${name}(amount: number, currency: string, digits = ${digits}): string {
  if (amount === undefined || !RATES.has(currency)) return '';
  const value = round(amount * RATES.get(currency), digits);
  const parts: string[] = [];
  for (const part of String(value).split('.')) parts.push(parts.length > 0 ? part.padStart(digits, '0') : part);
  return '${sign}' + parts.join('.');
}
`;
const moneyOfPhp = (name: string, digits: number, sign: string) => `<?php
function ${name}(?float $amount, string $currency, int $digits = ${digits}): string
{
    if ($amount === null || !isset(RATES[$currency])) {
        return '';
    }
    $parts = [];
    foreach (explode('.', (string) round($amount * RATES[$currency], $digits)) as $part) {
        $parts[] = $parts === [] ? $part : str_pad($part, $digits, '0');
    }
    return '${sign}' . implode('.', $parts);
}
`;

test.each([
  ['TypeScript', 'ts', moneyOfTypes],
  ['PHP', 'php', moneyOfPhp],
])('a copy of %s that was moved, renamed and edited at once is not a finding', async (_, ending, money) => {
  const [a, b, moved] = [`a.${ending}`, `b.${ending}`, `lib/money.${ending}`];
  const before = { [a]: money('money', 2, '$'), [b]: money('money', 2, '$') };
  const { groups, edited } = await checkOfBoth(before, {
    [b]: money('money', 2, '$'),
    [moved]: money('formatMoney', 3, '€'),
  });
  expect({ groups, edited }).toEqual({ groups: [], edited: 1 });
});

const meter = (isBraced: boolean) => {
  const body = (statement: string) => (isBraced ? `{ ${statement} }` : statement);
  return `export function g(s) { if (s.m) ${body("return 'n';")} if (s.v < 0) ${body("throw new RangeError('l');")} for (const p of s.ps) ${body(`if (p.l) ${body('s.v -= p.n;')}`)} while (s.v > s.x) ${body('s.v -= s.t;')} if (s.v > 90) ${body("return 'a';")} return 'c'; }\n`;
};
const meterOfPhp = (isBraced: boolean) => {
  const body = (statement: string) => (isBraced ? `{ ${statement} }` : statement);
  return `<?php\nfunction g($s) { if ($s->m) ${body("return 'n';")} if ($s->v < 0) ${body("throw new RangeException('l');")} foreach ($s->ps as $p) ${body(`if ($p->l) ${body('$s->v -= $p->n;')}`)} while ($s->v > $s->x) ${body('$s->v -= $s->t;')} if ($s->v > 90) ${body("return 'a';")} return 'c'; }\n`;
};

test.each([
  ['JavaScript', 'js', meter],
  ['TypeScript', 'ts', meter],
  ['PHP', 'php', meterOfPhp],
])('a copy of %s whose bodies got braces is an identical function', async (_, ending, code) => {
  const { groups } = await checkOfBoth(
    { [`a.${ending}`]: code(false) },
    {
      [`a.${ending}`]: code(false),
      [`b.${ending}`]: code(true),
    },
  );
  expect(groups.map(({ family }) => family.copies.map(({ path }) => path))).toEqual([[`a.${ending}`, `b.${ending}`]]);
});

test.each(['js', 'ts'])('a pasted file .%s with one exported function has the name of the function', async (ending) => {
  const code = (name: string) =>
    moneyOfTypes(name, 2, '$').replaceAll(/: (?:number|string)(?:\[\])?/g, ending === 'ts' ? '$&' : '');
  const before = { [`a.${ending}`]: code('money') };
  const { groups } = await checkOfBoth(before, { ...before, [`b.${ending}`]: code('price') });
  const names = groups.map(({ family }) =>
    family.copies.map(({ declares, qualified_name }) => declares ?? qualified_name),
  );
  expect(names).toEqual([['money', 'price']]);
});

test.each([
  [
    'Bash',
    'a.sh',
    'b.sh',
    '#!/bin/bash\nset -e\nfor file in "$@"; do\n  if [ -f "$file" ]; then\n    sort "$file" | uniq -c | head -n 20 >"$file.top"\n    while read -r count line; do\n      [ "$count" -gt 1 ] && echo "$line: $count" >>"$out"\n    done <"$file.top"\n  else\n    echo "no $file" >&2\n    exit 3\n  fi\ndone\n',
  ],
  [
    'JavaScript',
    'a.js',
    'b.js',
    "const fs = require('fs');\nconst seen = new Map();\nfor (const path of process.argv.slice(2)) {\n  if (!fs.existsSync(path)) {\n    console.error('no', path);\n    process.exit(3);\n  }\n  for (const line of fs.readFileSync(path, 'utf8').split('\\n')) {\n    if (line.trim() === '') continue;\n    seen.set(line, (seen.get(line) || 0) + 1);\n  }\n}\nfor (const [line, count] of seen) if (count > 1) console.log(line, count);\n",
  ],
])('two identical scripts of %s are listed and fail a check', async (_, first, second, script) => {
  const after = { [first]: script, [second]: script };
  expect(listedGroups(await scanOf(after), []).shown).toHaveLength(1);
  expect((await checkOfBoth({ [first]: script }, after)).groups).toHaveLength(1);
});
