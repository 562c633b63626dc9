import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import type { Input } from './input.ts';
import type { Random } from './random.ts';

const MIB = 1024 * 1024;

/** Every name and mode of a file of a language. */
export const MODES: readonly ParseMode[] = [
  { language: 'python' },
  { language: 'python', dialect: 'pyi' },
  { language: 'javascript' },
  { language: 'javascript', dialect: 'cjs' },
  { language: 'typescript' },
  { language: 'typescript', dialect: 'tsx' },
  { language: 'typescript', dialect: 'd.ts' },
  { language: 'php' },
  { language: 'bash' },
];

/** Bytes that are not source code, by name, for all languages. */
export function oddBytes(random: Random): [name: string, bytes: Uint8Array][] {
  const text = (name: string, source: string): [string, Uint8Array] => [name, Buffer.from(source)];
  return [
    text('nothing', ''),
    text('one line feed', '\n'),
    text('one NUL', '\0'),
    ['1 MiB of NULs', new Uint8Array(MIB)],
    ['a BOM', Uint8Array.of(0xef, 0xbb, 0xbf)],
    ['two BOMs', Uint8Array.of(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf)],
    ['half a BOM', Uint8Array.of(0xef, 0xbb)],
    ['a lone high surrogate as bytes', Uint8Array.of(0x61, 0xed, 0xa0, 0x80, 0x62)],
    ['a surrogate pair as bytes (CESU-8)', Uint8Array.of(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)],
    ['an overlong slash', Uint8Array.of(0xc0, 0xaf)],
    ['above the last code point', Uint8Array.of(0xf4, 0x90, 0x80, 0x80)],
    ['UTF-16LE with a BOM', Buffer.from('\ufeffdef f(): pass\n', 'utf16le')],
    ['UTF-16BE with a BOM', Buffer.from('\ufeffdef f(): pass\n', 'utf16le').swap16()],
    ['Latin-1 beside UTF-8', Buffer.concat([Buffer.from('a="é"\n'), Buffer.from('b="é"\n', 'latin1')])],
    text('only CR', 'a=1\rb=2\rc=3\r'),
    text('CR, LF, CRLF and LFCR mixed', 'a=1\r\nb=2\n\rc=3\rd=4\n'),
    text('Unicode line ends', 'a=1\u2028b=2\u2029c=3\u0085d=4\v\fe=5'),
    text('every control character', String.fromCharCode(...Array.from({ length: 32 }, (_, i) => i))),
    text('a BOM with CRLF', '\ufeffa = 1\r\nb = 2\r\n'),
    text('escaped lone surrogates', 'a="\\ud800"; b="\\udc00\\ud800"; c=`\\u{d800}`\n'),
    text('characters outside the BMP', 'a = "\u{1f600}\u{10ffff}"\n'.repeat(4000)),
    text('combining and bidirectional', 'a\u0301\u202e = "\u202d\u2066"\n'),
    text('conflict markers', '<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> other\n'.repeat(200)),
    text('2 MiB of one name', 'a'.repeat(2 * MIB)),
    text('2 MiB of blanks', ' '.repeat(2 * MIB)),
    text('2 MiB of tabs', '\t'.repeat(2 * MIB)),
    text('2 MiB of line feeds', '\n'.repeat(2 * MIB)),
    text('2 MiB of backslashes', '\\'.repeat(2 * MIB)),
    text('2 MiB of double quotes', '"'.repeat(2 * MIB)),
    text('2 MiB in one string', `a="${'x'.repeat(2 * MIB)}"`),
    text('2 MiB in one open string', `a='${'x'.repeat(2 * MIB)}`),
    text('2 MiB of digits', '9'.repeat(2 * MIB)),
    text('2 MiB of calls on one line', 'f(a,1);'.repeat((2 * MIB) / 7)),
    text('1 M elements', `a=[${'1,'.repeat(1_000_000)}1]`),
    text('1 M strings', `a=[${'"x",'.repeat(500_000)}"x"]`),
    ['1 KiB of random bytes', random.bytes(1024)],
    ['64 KiB of random bytes', random.bytes(64 * 1024)],
    ['1 MiB of random bytes', random.bytes(MIB)],
    ['1 MiB of random ASCII', random.bytes(MIB).map((byte) => 32 + (byte % 95))],
    ['256 KiB of random brackets', random.bytes(MIB / 4).map((byte) => '()[]{}<>"\'`$'.charCodeAt(byte % 12))],
  ];
}

/** Inputs that are hostile for one language. */
const OF_LANGUAGE: readonly [language: string, name: string, source: string][] = [
  ['python', 'an encoding that nobody knows', '# coding: klingon\na = 1\n'],
  ['python', 'EBCDIC', '# -*- coding: cp037 -*-\na = 1\n'],
  ['python', 'UTF-16 declared in ASCII', '# coding: utf-16\na = 1\n'],
  ['python', 'Shift JIS declared, UTF-8 given', '# coding: shift_jis\na = "日本語"\n'],
  ['python', 'Latin-1 declared, any bytes', '# coding: latin-1\na = "é\u0080"\n'],
  ['python', 'tabs and blanks mixed', 'if a:\n\tif b:\n        c\n\td\n   e\n'],
  ['python', 'dedent to nowhere', 'if a:\n        b\n    c\n  d\n e\nf\n'],
  ['python', 'an open docstring', `"""${'a\n'.repeat(20_000)}`],
  ['javascript', 'HTML comments and a hashbang', '#!/usr/bin/env node\n<!-- a\n--> b\n'],
  ['javascript', 'an open template', `\`${'a${'.repeat(2_000)}`],
  ['javascript', 'an open regular expression', `a = /[${'a'.repeat(100_000)}`],
  ['javascript', 'a huge number and a huge BigInt', `a = ${'9'.repeat(400)}; b = ${'9'.repeat(100_000)}n;`],
  ['typescript', 'an open generic', `const a: ${'A<'.repeat(1_500)}`],
  ['php', 'no PHP at all', '<html><?xml version="1.0"?></html>\n'.repeat(1_000)],
  ['php', 'an open here-document', `<?php $a = <<<A\n${'b $c {$d}\n'.repeat(20_000)}`],
  ['php', 'a long here-document label', `<?php $a = <<<${'A'.repeat(100_000)}\nb\n${'A'.repeat(100_000)};\n`],
  ['php', 'halted', '<?php f(); __halt_compiler(); \0\u0001 anything'],
  ['bash', 'an open here-document', `cat <<A\n${'b $c $(d)\n'.repeat(20_000)}`],
  ['bash', 'a long here-document label', `cat <<${'A'.repeat(100_000)}\nb\n${'A'.repeat(100_000)}\n`],
  ['bash', 'an open quote', `echo "${'a $b $(c) '.repeat(20_000)}`],
  ['bash', 'a payload after exit', 'exit 0\n\0\u0001\u0002\nbinary\n'],
];

/** The bytes above in every mode, and those of one language only. */
export function* oddInputs(random: Random): Generator<Input> {
  const odd = oddBytes(random);
  for (const mode of MODES) {
    for (const [name, bytes] of odd) yield { kind: 'odd bytes', name, mode, bytes };
  }
  for (const [language, name, source] of OF_LANGUAGE) {
    yield { kind: 'odd text', name, mode: { language }, bytes: Buffer.from(source) };
  }
}
