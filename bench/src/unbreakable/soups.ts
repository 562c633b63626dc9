import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import type { Input } from './input.ts';
import { MODES } from './oddities.ts';
import { Random } from './random.ts';

const MAX_TOKENS = 400;

const SHARED =
  'a b f 0 1.5e3 "s" \'t\' ( ) [ ] { } < > , ; : . = + - * / % ! & | ^ ~ ? @ # $ \\ == => -> :: ... && || ?? // /* */';
const OF_LANGUAGE: Readonly<Record<string, string>> = {
  python:
    'def class lambda if elif else for in while try except finally with as match case return yield await async import ' +
    'from not and or is pass global del raise assert := ** // """ \'\'\' f"{ r" b" """x""" @a',
  javascript:
    'function class extends new if else for of in while do switch case try catch finally return yield await async ' +
    'import export default from const let var typeof delete void this super static get set #p ` ?. /r/g <a> </a> <b/> ${',
  typescript:
    'function class extends implements interface type enum namespace declare abstract new if else for of while switch ' +
    'case return await async import export default from const let as satisfies keyof infer is readonly unique asserts ' +
    '` ${ ?. !: <T> <T>() string|number @d /r/g <a> </a> <b/>',
  php:
    '<?php ?> <?= function fn class interface trait enum extends implements new if elseif else endif foreach for while ' +
    'switch case match try catch return yield use namespace static abstract public readonly const echo list array $a ' +
    '$this $$ {$ ${ ?-> ?: ?? :: \\A #[A] <<<A\n \nA;\n (int) &$b',
  bash:
    'if then elif else fi for in do done while until case esac ;; ;& function select { } (( )) [[ ]] [ ] $(( $( ` ${a ' +
    '{a,b} {1..3} ${a:- ${#a[@] $a $@ $? "$ | |& && || > >> < <<E <<- <<< <( >( 2>&1 a=b a=(b local export source . ! time ' +
    '\nE\n -n',
};

/** The tokens of a language's random text: its words and punctuation, and common ones. */
export function ingredients(language: string): string[] {
  return `${SHARED} ${OF_LANGUAGE[language] ?? ''}`.split(' ');
}

/** Tokens of a language in random order; lines have random indentation. */
export function soup(language: string, tokens: readonly string[], seed: number): string {
  const random = new Random(seed);
  const blanks = [' ', ' ', ' ', '', '\n', '\n  ', '\n    ', '\t'];
  const begin = language === 'php' ? '<?php ' : '';
  return begin + tokens.map((token) => token + random.pick(blanks)).join('');
}

/** Token soups, alternating over all modes. Soup i depends only on the seed and i. */
export function* soups(seed: number, from: number, count: number): Generator<Input> {
  for (let i = from; i < from + count; i++) {
    const random = new Random(seed * 1_000_003 + i);
    const mode: ParseMode = random.pick(MODES);
    const words = ingredients(mode.language);
    const tokens = Array.from({ length: random.below(MAX_TOKENS) }, () => random.pick(words));
    const bytes = Buffer.from(soup(mode.language, tokens, i));
    yield { kind: 'soups', name: `soup ${seed}:${i}`, mode, bytes };
  }
}
