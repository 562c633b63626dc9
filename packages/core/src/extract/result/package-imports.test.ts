import { expect, test } from 'vitest';
import type { Target } from './model.ts';
import { callsTarget } from './package-imports.ts';
import { sources } from './source-fixture.ts';

const SHARED = { package_id: 'money', project: 'shop', kind: 'package' as const, is_new: true };
const TARGETS: Readonly<Record<string, Target>> = {
  js: {
    package: { ...SHARED, name: '@shop/money', path: 'packages/money', language: 'typescript' },
    symbol: 'roundTo',
    path: 'packages/money/src/round.ts',
  },
  py: {
    package: { ...SHARED, name: 'shop-money', path: 'src/acme/money', language: 'python' },
    symbol: 'round_to',
    path: 'src/acme/money/rounding.py',
  },
  php: {
    package: { ...SHARED, name: 'shop/money', path: 'packages/money', language: 'php' },
    symbol: 'round_to',
    path: 'packages/money/src/functions.php',
  },
  sh: {
    package: { ...SHARED, name: 'money', path: 'lib/money.sh', language: 'bash', kind: 'artifact' },
    symbol: 'round_to',
    path: 'lib/money.sh',
  },
};

const JS = 'function f(x) {\n  return @(x);\n}\n';
const PY = 'def f(x):\n    return @(x)\n';

/** Project, path and content of a file, with `@` for its call, and whether its function calls that of the package. */
const FILES: [title: string, project: string, path: string, head: string, call: string, isCalled: boolean][] = [
  ['an import of the package', 'billing', 'src/a.js', "import { roundTo } from '@shop/money';", 'roundTo', true],
  ['an import under another name', 'billing', 'src/a.js', "import { roundTo as r } from '@shop/money';", 'r', true],
  [
    'an import of a module of it',
    'billing',
    'src/a.js',
    "import { roundTo } from '@shop/money/round';",
    'roundTo',
    true,
  ],
  ['an import of all names', 'billing', 'src/a.js', "import * as money from '@shop/money';", 'money.roundTo', true],
  ['a required package', 'billing', 'src/a.js', "const { roundTo } = require('@shop/money');", 'roundTo', true],
  [
    'a path of the same project',
    'shop',
    'src/a.js',
    "import { roundTo } from '../packages/money/src/round';",
    'roundTo',
    true,
  ],
  [
    'the same path in another project',
    'billing',
    'src/a.js',
    "import { roundTo } from '../packages/money/src/round';",
    'roundTo',
    false,
  ],
  [
    'an import of another package',
    'billing',
    'src/a.js',
    "import { roundTo } from '@shop/moneybags';",
    'roundTo',
    false,
  ],
  [
    'an import of another name',
    'billing',
    'src/a.js',
    "import { other as roundTo } from '@shop/money';",
    'roundTo',
    false,
  ],
  ['an import that is not called', 'billing', 'src/a.js', "import { roundTo } from '@shop/money';", 'other', false],
  ['a Python module by its path', 'billing', 'app/a.py', 'from acme.money import round_to', 'round_to', true],
  [
    'a Python module of the package',
    'billing',
    'app/a.py',
    'from acme.money import rounding',
    'rounding.round_to',
    true,
  ],
  ['a Python package by its name', 'billing', 'app/a.py', 'import shop_money', 'shop_money.round_to', true],
  ['a dotted Python import', 'billing', 'app/a.py', 'import acme.money.rounding', 'acme.money.rounding.round_to', true],
  ['a relative Python import', 'shop', 'src/acme/cart/a.py', 'from ..money import round_to', 'round_to', true],
  ['a Python import of another package', 'billing', 'app/a.py', 'from acme import round_to', 'round_to', false],
];

test.each(FILES)(
  'a call through %s is one of the function of the package or not',
  async (_, project, path, head, call, isCalled) => {
    const isPython = path.endsWith('.py');
    const text = `${head}\n\n${(isPython ? PY : JS).replace('@', call)}`;
    const target = TARGETS[isPython ? 'py' : 'js'];
    const parsed = await sources.of(path, Buffer.from(text), text);
    if (target === undefined || !('facts' in parsed)) throw new Error('the file is not parsed');
    expect(callsTarget({ project, path, facts: parsed.facts }, 0, target)).toBe(isCalled);
  },
);

test.each([
  ['php', 'src/a.php', '<?php\nuse function Shop\\Money\\round_to;\nfunction f($x) { return round_to($x); }\n', true],
  ['php', 'src/a.php', '<?php\nfunction f($x) { return round_to($x); }\n', false],
  ['sh', 'run.sh', '. "$SHARED/money.sh"\nf() {\n  round_to "$1"\n}\n', true],
  ['sh', 'run.sh', '. ./other.sh\nf() {\n  round_to "$1"\n}\n', false],
])(
  'a function of %s in %s calls that of the package only if the file loads it',
  async (language, path, text, isCalled) => {
    const target = TARGETS[language];
    const parsed = await sources.of(path, Buffer.from(text), text);
    if (target === undefined || !('facts' in parsed)) throw new Error('the file is not parsed');
    expect(callsTarget({ project: 'billing', path, facts: parsed.facts }, 0, target)).toBe(isCalled);
  },
);
