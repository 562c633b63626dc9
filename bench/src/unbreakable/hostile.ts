import type { Input } from './input.ts';
import { oddInputs } from './oddities.ts';
import type { Random } from './random.ts';
import { BASH_SHAPES } from './shapes/bash.ts';
import { JAVASCRIPT_SHAPES, TYPESCRIPT_SHAPES } from './shapes/javascript.ts';
import { PHP_SHAPES } from './shapes/php.ts';
import { INDENTED_HEADS, indentedPython, PYTHON_SHAPES } from './shapes/python.ts';
import { type Shape, shapeText } from './shapes/shape.ts';

export const SHAPES: readonly Shape[] = [
  ...PYTHON_SHAPES,
  ...JAVASCRIPT_SHAPES,
  ...TYPESCRIPT_SHAPES,
  ...PHP_SHAPES,
  ...BASH_SHAPES,
];

export const DEPTHS = [100, 1_000, 10_000, 100_000, 1_000_000];

/** Four times the default parse limit. It limits the depth of long constructs. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Every shape at a depth, complete and truncated. */
export function* deepInputs(depth: number): Generator<Input> {
  const kind = `${depth.toLocaleString('en')} deep`;
  for (const shape of SHAPES) {
    const fits = Math.min(depth, Math.floor(MAX_BYTES / (shape.open.length + shape.close.length)));
    for (const whole of [true, false]) {
      // Without a closing part both are the same.
      if (!whole && shape.close === '' && shape.after === '') continue;
      const name = `${fits} ${shape.name}${whole ? '' : ', broken off'}`;
      yield { kind, name, mode: shape.mode, bytes: Buffer.from(shapeText(shape, fits, whole)) };
    }
  }
  const indented = Math.min(depth, Math.floor(Math.sqrt(MAX_BYTES)));
  for (const head of INDENTED_HEADS) {
    const bytes = Buffer.from(indentedPython(head, indented));
    yield { kind, name: `${indented} indented ${head}`, mode: { language: 'python' }, bytes };
  }
}

/** All constructed inputs: all shapes at all depths, all odd bytes. */
export function* hostileInputs(random: Random): Generator<Input> {
  yield* oddInputs(random);
  for (const depth of DEPTHS) yield* deepInputs(depth);
}
