import { type SyntaxTree, WRITES } from '#parse/syntax-tree.ts';

/** What a node must have one of; it is known from the columns of a tree, without the nodes. */
export interface NodeTest {
  kinds: ReadonlySet<string>;
  fields: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  /** Of a leaf. */
  text: (text: string) => boolean;
  isWritten: boolean;
  /** A name that a scope inside of the searched code binds. */
  isOfInnerScope: boolean;
}

/** Tells for the nodes of one tree whether they pass. @param from first node of the searched code */
export type TestedNode = (at: number, from: number) => boolean;

export function testIn({ names, roles, texts, nodes, variables }: SyntaxTree, test: NodeTest): TestedNode {
  const kinds = names.map((name) => test.kinds.has(name));
  const fields = names.map((name) => test.fields.has(name));
  const ofRoles = roles.map((role) => test.roles.has(role));
  const known: (boolean | undefined)[] = new Array(texts.length);
  const passes = (number: number) => {
    const its = known[number] ?? test.text(texts[number] ?? '');
    known[number] = its;
    return its;
  };
  return (at, from) =>
    kinds[nodes.kind[at] ?? 0] === true ||
    fields[nodes.field[at] ?? 0] === true ||
    ofRoles[nodes.role[at] ?? -1] === true ||
    (nodes.size[at] === 1 && passes(nodes.text[at] ?? 0)) ||
    (test.isWritten && ((nodes.flags[at] ?? 0) & WRITES) !== 0) ||
    (test.isOfInnerScope && (variables.scope[nodes.variable[at] ?? -1] ?? -1) >= from);
}
