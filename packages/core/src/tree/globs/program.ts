import type { ClassPiece, Pattern, Piece, Segment } from './pattern.ts';

/**
 * One state of the automaton. `fork` continues at each target without reading; `name` reads any character but a slash.
 */
export type Step =
  | { op: 'fork'; to: number[] }
  | { op: 'point'; point: number; next: number }
  | { op: 'class'; class: ClassPiece; next: number }
  | { op: 'name' | 'any'; next: number }
  | { op: 'end' };

const SLASH = 0x2f;

/** Compiles a pattern to a nondeterministic automaton (K. Thompson, Regular Expression Search Algorithm, 1968). */
export function compile(pattern: Pattern): Step[] {
  const steps: Step[] = [];
  pattern.segments.forEach((segment, i) => {
    addSegment(steps, segment, i === pattern.segments.length - 1);
  });
  steps.push({ op: 'end' });
  return steps;
}

function addSegment(steps: Step[], segment: Segment, last: boolean): void {
  const at = steps.length;
  if (segment !== 'any-depth') {
    for (const piece of segment) addPiece(steps, piece);
    if (!last) steps.push({ op: 'point', point: SLASH, next: steps.length + 1 });
  } else if (last) {
    steps.push({ op: 'any', next: at + 1 }, { op: 'fork', to: [at, at + 2] });
  } else {
    steps.push(
      { op: 'fork', to: [at + 1, at + 4] },
      { op: 'fork', to: [at + 2, at + 3] },
      { op: 'any', next: at + 1 },
      { op: 'point', point: SLASH, next: at + 4 },
    );
  }
}

function addPiece(steps: Step[], piece: Piece): void {
  const at = steps.length;
  switch (piece.kind) {
    case 'literal':
      steps.push({ op: 'point', point: piece.text.codePointAt(0) ?? 0, next: at + 1 });
      return;
    case 'one':
      steps.push({ op: 'name', next: at + 1 });
      return;
    case 'many':
      steps.push({ op: 'fork', to: [at + 1, at + 2] }, { op: 'name', next: at });
      return;
    case 'class':
      steps.push({ op: 'class', class: piece, next: at + 1 });
      return;
    case 'choice':
      addChoice(steps, piece.options);
  }
}

function addChoice(steps: Step[], options: Piece[][]): void {
  const fork = { op: 'fork' as const, to: [] as number[] };
  const joins = options.map(() => ({ op: 'fork' as const, to: [] as number[] }));
  steps.push(fork);
  options.forEach((option, i) => {
    fork.to.push(steps.length);
    for (const piece of option) addPiece(steps, piece);
    const join = joins[i];
    if (join) steps.push(join);
  });
  for (const join of joins) join.to.push(steps.length);
}
