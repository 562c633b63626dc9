import { comparedFile, type TestElement } from '#relate/copies/fixture.ts';
import { readStatements, type Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A statement of some kind with names. */
export interface TestStatement {
  kind: number;
  names: readonly number[];
}

const VARIABLE = 1;

/** A file of statements that follow each other, each with some elements that only its kind decides. */
export function fileOf(statements: readonly TestStatement[], vocabulary: Vocabulary, filling = 1): Statements {
  const elements: TestElement[] = [];
  const units = statements.map(({ kind, names }, at) => {
    const first = elements.length;
    for (let number = 0; number < filling; number++) elements.push({ role: 0, text: 10 * kind + number, closings: 0 });
    for (const name of names) elements.push({ role: VARIABLE, text: name, closings: 0 });
    const count = elements.length - first;
    return { first, count, lastClosings: 0, nodes: count, isFunction: false, previous: at - 1, parent: -1 };
  });
  const { elements: block } = comparedFile({ elements, units, bodies: [] });
  const facts = {
    tree_hash: '',
    declarations: [],
    imports: [],
    calls: { callee: [], line: [], within: [] },
    control: { kind: [], depth: [], line: [], within: [] },
    elements: block,
  };
  const found = readStatements(facts, vocabulary);
  if (found === undefined) throw new RangeError('a file without statements');
  return found;
}
