import type { Language } from '../../corpus/files.ts';
import type { SampledFunction } from '../../functions/sample.ts';
import { Random } from '../../unbreakable/random.ts';
import { type Edited, insert } from './edits.ts';
import type { Outline, OutlineReader, Range } from './outline.ts';

/** A copy of a function without a name, and the program with the original. */
export interface CallbackCopy extends Edited {
  original: Range;
  origin: string;
}

/**
 * Passes a function without its name to a call, and with one more statement to another call.
 *
 * @returns undefined if it cannot be an expression, or has no position for a statement
 */
export async function callbackCopy(
  sample: SampledFunction,
  { callback }: Outline,
  { language, outline: read }: { language: Language; outline: OutlineReader },
): Promise<CallbackCopy | undefined> {
  if (callback === undefined) return undefined;
  const program = passed(callback, 'router.use', sample);
  const outline = await read({ ...sample, ...program });
  if (outline === undefined) return undefined;
  const random = new Random(program.source.length);
  const inserted = insert({ ...program, language }, outline, 1, random);
  if (inserted === undefined) return undefined;
  const copy = passed(inserted.text.slice(inserted.from, inserted.to), 'queue.listen', sample);
  return {
    text: copy.source,
    from: copy.from,
    to: copy.to,
    original: { from: program.from, to: program.to },
    origin: program.source,
  };
}

function passed(callback: string, to: string, { mode, ownName }: SampledFunction) {
  const isPhp = mode.language === 'php';
  const head = `${isPhp ? `<?php\n$${to.replace('.', '->')}` : to}('${ownName}', `;
  return { source: `${head}${callback});\n`, from: head.length, to: head.length + callback.length };
}
