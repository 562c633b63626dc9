import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentOf, dbOf } from '#index/fixture.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { cellsOf, importsOf } from './fixture.ts';

const NOWHERE = 'no file of the project declares it';

test('PHP classes lead to the project whose package autoloads them, with and without use', async () => {
  const folder = join(
    fixtureFolder({
      'w/app/composer.json': '{"name": "acme/app", "autoload": {"psr-4": {"App\\\\": "src/"}}}',
      'w/app/src/Main.php': [
        '<?php',
        'namespace App;',
        'use Acme\\Mail\\Mailer;',
        'use function Acme\\Mail\\send;',
        'use Acme\\Mail\\TestCase;',
        'use Vendor\\Other;',
        'class Main extends \\ACME\\Mail\\Sender { function f() { return new \\Acme\\Mail\\send(); } }',
        '',
      ].join('\n'),
      'w/mail/composer.json': JSON.stringify({
        name: 'acme/mail',
        autoload: { 'psr-4': { 'Acme\\Mail\\': 'src/' }, files: ['functions.php'] },
        'autoload-dev': { 'psr-4': { 'Acme\\Mail\\': 'dev/' } },
      }),
      'w/mail/src/Mailer.php': '<?php namespace Acme\\Mail; class Mailer {}',
      'w/mail/src/Sender.php': '<?php namespace Acme\\Mail; class Sender {}',
      'w/mail/functions.php': '<?php namespace Acme\\Mail; function send() {}',
      'w/mail/dev/TestCase.php': '<?php namespace Acme\\Mail; class TestCase {}',
      'w/stubs/composer.json': '{}',
      'w/stubs/Other.php': '<?php namespace Vendor; class Other {} ',
    }),
    'w',
  );
  expect(cellsOf(await importsOf(folder, false)).slice(0, 6)).toEqual([
    ['Acme\\Mail\\Mailer', 'resolved', 'index-class', 'mail:src/Mailer.php'],
    ['Acme\\Mail\\send', 'resolved', 'index-class', 'mail:functions.php'],
    ['Acme\\Mail\\TestCase', 'unresolved', NOWHERE, null],
    ['Vendor\\Other', 'unresolved', NOWHERE, null],
    ['\\ACME\\Mail\\Sender', 'resolved', 'index-class', 'mail:src/Sender.php'],
    ['\\Acme\\Mail\\send', 'unresolved', NOWHERE, null],
  ]);
});

test('a class of a package that composer.lock names leads to the project of that package', async () => {
  const autoload = { 'psr-4': { 'Acme\\': 'src/' } };
  const folder = join(
    fixtureFolder({
      'w/a/composer.json': JSON.stringify({ name: 'acme/a', autoload }),
      'w/a/src/Tool.php': '<?php namespace Acme; class Tool {}',
      'w/b/composer.json': '{}',
      'w/b/composer.lock': JSON.stringify({ packages: [{ name: 'acme/a', autoload }] }),
      'w/b/main.php': '<?php new \\Acme\\Tool(); new \\Acme\\Other();',
    }),
    'w',
  );
  expect(cellsOf(await importsOf(folder, false))).toEqual([
    ['\\Acme\\Tool', 'resolved', 'index-class', 'a:src/Tool.php'],
    ['\\Acme\\Other', 'external', 'in a package of composer.lock', null],
  ]);
});

test('a class that two packages autoload is ambiguous', async () => {
  const composer = '{"name": "acme/NAME", "autoload": {"psr-4": {"Acme\\\\": "src/"}}}';
  const folder = join(
    fixtureFolder({
      'w/a/composer.json': composer,
      'w/a/src/Tool.php': '<?php namespace Acme; class Tool {}',
      'w/b/composer.json': composer,
      'w/b/src/Tool.php': '<?php namespace Acme; class Tool {}',
      'w/c/composer.json': '{}',
      'w/c/main.php': '<?php new \\Acme\\Tool();',
    }),
    'w',
  );
  expect(cellsOf(await importsOf(folder, false))).toEqual([['\\Acme\\Tool', 'ambiguous', 'index-class', null]]);
  const { edge = [] } = await contentOf(dbOf(folder));
  expect(edge.map((row) => Object(row).state)).toEqual([1, 1]);
});
