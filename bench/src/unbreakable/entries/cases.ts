import { SHAPES } from '../hostile.ts';
import { INDENTED_HEADS, indentedPython } from '../shapes/python.ts';
import { type Shape, shapeText } from '../shapes/shape.ts';

/** How a source of nested constructs ends. */
export const ENDINGS = ['closed', 'unclosed', 'cut', 'open-string', 'open-comment'] as const;
export type Ending = (typeof ENDINGS)[number];

/** One hostile file. Its path is also its name in the report and its pattern for `--only`. */
export interface Case {
  path: string;
  text: string;
  /** Names of the entry points that read it; all if undefined. */
  entries?: readonly string[];
}

/** Which cases to run. */
export interface Choice {
  depths: readonly number[];
  endings: readonly Ending[];
  /** Give each shape one of the endings, in turn, instead of all. */
  inTurn: boolean;
  /** Combine every two values of shape, ending, depth and entry point in some case, instead of all values in all cases. */
  pairwise: boolean;
  /** A part of the path; all cases if it is empty. */
  only: string;
  /** Select the first of every N cases. */
  every: number;
}

/** Entry points of both engines whose answers are compared, by name. */
const COMPARED = [
  ['analyzer-rs-scan', 'portable'],
  ['handed-over', 'portable'],
  ['serve', 'portable'],
  ['analyzer-rs-diff', 'portable-diff-of-folders'],
  ['index', 'portable-index'],
];
/** Maximum size of a file, which limits its depth. */
const MAX_BYTES = 8 * 1024 * 1024;
const SUFFIXES: Readonly<Record<string, string>> = {
  python: 'py',
  javascript: 'js',
  typescript: 'ts',
  php: 'php',
  bash: 'sh',
};
const COMMENTS: Readonly<Record<string, string>> = { python: '# ', bash: '# ' };

/** A case whose text is not built yet. */
interface Plan {
  path: string;
  make: () => string;
  entries?: readonly string[];
}

/** The selected cases, in an order that is independent of the selection. */
export function* casesOf(choice: Choice): Generator<Case> {
  let number = 0;
  for (const { path, make, ...entries } of choice.pairwise ? pairwise(choice) : everyDepth(choice)) {
    if (path.includes(choice.only) && number++ % choice.every === 0) yield { path, text: make(), ...entries };
  }
}

function* everyDepth({ depths, endings, inTurn }: Choice): Generator<Plan> {
  for (const depth of depths) {
    for (const [number, shape] of SHAPES.entries()) {
      const turn = number % endings.length;
      for (const ending of inTurn ? endings.slice(turn, turn + 1) : endings) yield planOf(shape, depth, ending);
    }
    for (const head of INDENTED_HEADS) yield indentedPlan(head, depth);
  }
}

/**
 * As many cases of each shape as the longest of the three lists has values. In the next case of a shape each list is at
 * its next value, that of entry points two further; the next shape begins one further with depths and entry points.
 * Their lengths have no common factor by default, so that all pairs of their values occur too.
 */
function* pairwise({ depths, endings }: Choice): Generator<Plan> {
  const rounds = Math.max(depths.length, endings.length, COMPARED.length);
  for (const [first, entries] of COMPARED.entries()) {
    for (const depth of depths) {
      for (let round = 0; round < rounds; round++) {
        const isTurn = (number: number) =>
          depths[(number + round) % depths.length] === depth && (number + 2 * round) % COMPARED.length === first;
        const ending = endings[round % endings.length];
        if (ending === undefined) continue;
        for (const [number, shape] of SHAPES.entries()) {
          if (isTurn(number)) yield { ...planOf(shape, depth, ending), entries };
        }
        for (const [number, head] of INDENTED_HEADS.entries()) {
          if (isTurn(number)) yield { ...indentedPlan(head, depth), entries };
        }
      }
    }
  }
}

function planOf(shape: Shape, depth: number, ending: Ending): Plan {
  const { language, dialect } = shape.mode;
  const suffix = dialect ?? SUFFIXES[language] ?? '';
  const fits = Math.min(depth, Math.floor(MAX_BYTES / (shape.open.length + shape.close.length)));
  return {
    path: `${language}.${slug(shape.name)}.${depth}.${ending}.${suffix}`,
    make: () => textOf(shape, fits, ending),
  };
}

function indentedPlan(head: string, depth: number): Plan {
  const fits = Math.min(depth, Math.floor(Math.sqrt(MAX_BYTES)));
  return { path: `python.indented-${slug(head)}.${depth}.closed.py`, make: () => indentedPython(head, fits) };
}

function textOf(shape: Shape, depth: number, ending: Ending): string {
  const closed = shapeText(shape, depth, true);
  switch (ending) {
    case 'closed':
      return closed;
    case 'unclosed':
      return shapeText(shape, depth, false);
    case 'cut':
      return closed.slice(0, Math.floor(closed.length * 0.9));
    case 'open-string':
      return `${shapeText(shape, depth, false)} "a`;
    case 'open-comment':
      return `${shapeText(shape, depth, false)} ${COMMENTS[shape.mode.language] ?? '/* '}a`;
  }
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
}
