/** A range of code points, inclusive. */
export type Range = readonly [first: number, last: number];

/** A use of a rule. */
export interface Rule {
  readonly kind: 'rule';
  readonly name: string;
}

/** The right side of a rule. */
export type Expression =
  | Rule
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'characters'; readonly ranges: readonly Range[]; readonly negated: boolean }
  | { readonly kind: 'sequence'; readonly items: readonly Expression[] }
  | { readonly kind: 'choice'; readonly options: readonly Expression[] }
  /** The item is a rule; `max` is Infinity if there is no limit. */
  | { readonly kind: 'repetition'; readonly rule: string; readonly min: number; readonly max: number };

export function literal(text: string): Expression {
  return { kind: 'literal', text };
}

/** Joins adjacent literals. */
export function sequence(items: readonly Expression[]): Expression {
  const joined: Expression[] = [];
  for (const item of items.flatMap((one) => (one.kind === 'sequence' ? one.items : [one]))) {
    const last = joined.at(-1);
    if (last?.kind === 'literal' && item.kind === 'literal') joined.splice(-1, 1, literal(last.text + item.text));
    else joined.push(item);
  }
  const [only] = joined;
  return joined.length === 1 && only !== undefined ? only : { kind: 'sequence', items: joined };
}

export function choice(options: readonly Expression[]): Expression {
  const [only] = options;
  if (only === undefined) throw new RangeError('a choice needs an option');
  return options.length === 1 ? only : { kind: 'choice', options };
}
