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
}

/** Which cases to run. */
export interface Choice {
  depths: readonly number[];
  endings: readonly Ending[];
  /** Give each shape one of the endings, in turn, instead of all. */
  inTurn: boolean;
  /** A part of the path; all cases if it is empty. */
  only: string;
  /** Select the first of every N cases. */
  every: number;
}

/** Maximum size of a file, which limits its depth. */
const MOST_BYTES = 8 * 1024 * 1024;
const SUFFIXES: Readonly<Record<string, string>> = {
  python: 'py',
  javascript: 'js',
  typescript: 'ts',
  php: 'php',
  bash: 'sh',
};
const COMMENTS: Readonly<Record<string, string>> = { python: '# ', bash: '# ' };

/** Every shape at every depth with every ending, in an order that is independent of the selection. */
export function* casesOf(choice: Choice): Generator<Case> {
  let number = 0;
  for (const depth of choice.depths) {
    for (const { path, make } of pathsAt(depth, choice)) {
      if (path.includes(choice.only) && number++ % choice.every === 0) yield { path, text: make() };
    }
  }
}

function* pathsAt(depth: number, { endings, inTurn }: Choice): Generator<{ path: string; make: () => string }> {
  for (const [number, shape] of SHAPES.entries()) {
    const fits = Math.min(depth, Math.floor(MOST_BYTES / (shape.open.length + shape.close.length)));
    const turn = number % endings.length;
    for (const ending of inTurn ? endings.slice(turn, turn + 1) : endings) {
      const { language, dialect } = shape.mode;
      const suffix = dialect ?? SUFFIXES[language] ?? '';
      yield {
        path: `${language}.${slug(shape.name)}.${depth}.${ending}.${suffix}`,
        make: () => textOf(shape, fits, ending),
      };
    }
  }
  const indented = Math.min(depth, Math.floor(Math.sqrt(MOST_BYTES)));
  for (const head of INDENTED_HEADS) {
    yield {
      path: `python.indented-${slug(head)}.${depth}.closed.py`,
      make: () => indentedPython(head, indented),
    };
  }
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
