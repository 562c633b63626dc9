import type { DraftRules } from '#languages/draft-rules.ts';
import type { Copy } from './copy.ts';
import type { Parameter } from './holes.ts';
import type { SyntaxNode, Variable } from './nodes.ts';
import type { Place } from './place.ts';

/** A parameter of the new function, with its name and how each copy fills it. */
export interface NamedParameter extends Parameter {
  name: string;
}

/** What the new function consists of. */
export interface Plan {
  name: string;
  place: Place;
  leader: Copy;
  copies: readonly Copy[];
  /** Parameters of the leader that the body uses, and those of each copy. */
  passed: readonly { leader: Variable; values: readonly Variable[] }[];
  /** The receiver is passed with this name (`this` of JavaScript). */
  receiver: string | undefined;
  ownThis: readonly SyntaxNode[];
  parameters: readonly NamedParameter[];
  /** The name of a variable of the leader in a copy. */
  localIn(leader: Variable, at: number): string;
  rules: DraftRules;
}
