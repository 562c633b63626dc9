import type { Language } from '../../corpus/files.ts';
import { FORMATTERS } from '../../formatters/formatters.ts';
import type { SampledFunction } from '../../functions/sample.ts';
import type { Judge } from '../../meaning/judge.ts';
import type { LocalsReader } from '../../renaming/locals.ts';
import { rename } from '../../renaming/rename.ts';
import type { Random } from '../../unbreakable/random.ts';
import { withComments } from '../comments.ts';
import { withOwnName } from '../own-name.ts';
import { callbackCopy } from './callbacks.ts';
import {
  addBraces,
  change,
  changeLiterals,
  copyInto,
  type Edited,
  indentAt,
  insert,
  remove,
  removeBraces,
} from './edits.ts';
import type { Outline, OutlineReader, Range } from './outline.ts';
import type { Size, SizedProgram, Sizes } from './sizes.ts';

/** How a copy differs from its original. */
export const VARIANTS = [
  ...(['layout', 'own name', 'renamed'] as const),
  ...(['one literal', 'insert', 'delete', 'change', 'three inserts', 'block', 'all literals'] as const),
  ...(['braces added', 'braces removed', 'callback'] as const),
];
export type Variant = (typeof VARIANTS)[number];

/** A copy, and the range of the original that it has, in the program of the sample. */
export interface Copy extends Edited {
  original: Range;
  /** The program with the original, instead of its real file. */
  origin?: string;
}

export interface Candidate {
  sample: SampledFunction;
  outline: Outline;
  sized: SizedProgram;
}

export interface Tools {
  language: Language;
  judge: Judge;
  locals: LocalsReader;
  outline: OutlineReader;
  sizes: Sizes;
  random: Random;
}

/** Sizes from which edited copies must be found: those of the definitions, with space for the edit. */
const MIN_NODES = 30;
const MIN_GRAMS = 45;
const GRAMS_OF_THREE = 60;
const GRAMS_OF_BLOCK = 24;
const MAX_ELEMENTS = 10;
const ATTEMPTS = 8;
/** Statements with these words mean something else, or nothing, in another function. */
const OWN = /\b(?:break|continue|yield|await|super)\b/;

/** @returns undefined if the function is too small, or the independent reader or the engine does not read it */
export async function candidate(sample: SampledFunction, tools: Tools): Promise<Candidate | undefined> {
  const sized = tools.sizes.read(sample.source, sample.mode);
  if (sized === undefined || !isLarge(sized.function, MIN_GRAMS)) return undefined;
  const outline = await tools.outline(sample);
  return outline === undefined ? undefined : { sample, outline, sized };
}

/** The copies of a function. A variant is missing if the function offers no position for it. */
export async function copiesOf(own: Candidate, host: Candidate, tools: Tools): Promise<Map<Variant, Copy>> {
  const copies = new Map<Variant, Copy>();
  for (const variant of VARIANTS) {
    const copy = await attempt(variant, own, host, tools);
    if (copy !== undefined) copies.set(variant, copy);
  }
  return copies;
}

async function attempt(variant: Variant, own: Candidate, host: Candidate, tools: Tools): Promise<Copy | undefined> {
  const { sample } = own;
  const original = { from: sample.from, to: sample.to };
  if (variant === 'layout' || variant === 'own name' || variant === 'renamed') {
    const text = await equalText(variant, sample, tools);
    return text === undefined ? undefined : { text, from: 0, to: text.length, original };
  }
  if (variant === 'braces added' || variant === 'braces removed' || variant === 'callback') {
    const copy = await newForm(variant, own, tools);
    if (copy === undefined) return undefined;
    const program = copy.origin ?? sample.source;
    return (await tools.judge.compare(program, copy.text, sample.mode)) === 'none' ? undefined : copy;
  }
  for (let number = 0; number < ATTEMPTS; number++) {
    const copy = edited(variant, own, host, tools);
    if (copy === undefined) continue;
    const program = variant === 'block' ? host.sample : sample;
    if ((await tools.judge.compare(program.source, copy.text, program.mode)) === 'none') continue;
    const after = tools.sizes.read(copy.text, program.mode);
    const least = variant === 'three inserts' ? GRAMS_OF_THREE : MIN_GRAMS;
    if (after === undefined || (variant !== 'block' && !isLarge(after.function, least))) continue;
    return copy;
  }
  return undefined;
}

/** Copies that differ in layout or names only. */
async function equalText(variant: Variant, sample: SampledFunction, tools: Tools): Promise<string | undefined> {
  const { language, judge, locals, random } = tools;
  if (variant === 'own name') return withOwnName(sample, language);
  if (variant === 'renamed') {
    const found = await locals.locals(sample);
    if ('unsafe' in found || found.occurrences.length === 0 || found.traits.has('shared')) return undefined;
    return rename(sample.source, found.occurrences);
  }
  const commented = await withComments(sample, judge, random);
  if (commented === undefined) return undefined;
  const formatted = await FORMATTERS[language].format(commented, sample.mode).catch(() => undefined);
  if (formatted === undefined) return undefined;
  return (await judge.compare(sample.source, formatted, sample.mode)) === 'same' ? formatted : undefined;
}

/** Copies that use no random numbers of the others, so that these stay as they are. */
async function newForm(
  variant: 'braces added' | 'braces removed' | 'callback',
  { sample, outline }: Candidate,
  tools: Tools,
): Promise<Copy | undefined> {
  if (variant === 'callback') return callbackCopy(sample, outline, tools);
  const edit = variant === 'braces added' ? addBraces : removeBraces;
  const copy = edit({ ...sample, language: tools.language }, outline.bodies ?? []);
  return copy && { ...copy, original: { from: sample.from, to: sample.to } };
}

function edited(variant: Variant, own: Candidate, host: Candidate, tools: Tools): Copy | undefined {
  const { sample, outline, sized } = own;
  const { language, random } = tools;
  const program = { ...sample, language };
  const original = { from: sample.from, to: sample.to };
  const whole = (result: Edited | undefined) => (result === undefined ? undefined : { ...result, original });
  switch (variant) {
    case 'insert':
      return whole(insert(program, outline, 1, random));
    case 'three inserts':
      return sized.function.grams < GRAMS_OF_THREE ? undefined : whole(insert(program, outline, 3, random));
    case 'delete':
    case 'change': {
      const statement = smallStatement(own, random);
      if (statement === undefined) return undefined;
      return whole(variant === 'delete' ? remove(program, statement) : change(program, statement));
    }
    case 'one literal':
      if (outline.literals.length === 0) return undefined;
      return whole(changeLiterals(program, [random.pick(outline.literals)]));
    case 'all literals':
      return outline.literals.length === 0 ? undefined : whole(changeLiterals(program, outline.literals));
    default:
      return blockIn(own, host, tools);
  }
}

function smallStatement({ sample, outline, sized }: Candidate, random: Random): Range | undefined {
  const statements = outline.blocks.flat().filter((range) => {
    const size = indentAt(sample.source, range.from) === undefined ? undefined : sized.statements([range]);
    return size !== undefined && size.elements <= MAX_ELEMENTS;
  });
  return statements.length === 0 ? undefined : random.pick(statements);
}

/** The smallest run of statements from a random one on that is large enough, without being all of its function. */
function blockIn({ sample, outline, sized }: Candidate, host: Candidate, tools: Tools): Copy | undefined {
  const { language, random } = tools;
  const block = random.pick(outline.blocks);
  if (block.length === 0) return undefined;
  const start = random.below(block.length);
  for (let end = start + 1; end <= block.length; end++) {
    const run = block.slice(start, end);
    const size = sized.statements(run);
    if (size === undefined || size.nodes < MIN_NODES || size.grams < GRAMS_OF_BLOCK) continue;
    if (block === outline.blocks[0] && run.length === block.length) return undefined;
    const original = { from: run[0]?.from ?? 0, to: run.at(-1)?.to ?? 0 };
    if (OWN.test(sample.source.slice(original.from, original.to))) return undefined;
    const into = { ...host.sample, language, outline: host.outline };
    const copy = copyInto(into, { ...sample, language }, run, random);
    return copy === undefined ? undefined : { ...copy, original };
  }
  return undefined;
}

function isLarge({ nodes, grams }: Size, leastGrams: number): boolean {
  return nodes >= MIN_NODES && grams >= leastGrams;
}
