import type { CallFile } from './call-file.ts';
import { fileScope } from './declared-names.ts';

/** The scope that declares the members of the enclosing object, under the names `<prefix>member`. */
export interface Owner {
  scope: number;
  prefix: string;
  /** The class itself; undefined for an object literal or a prototype. */
  class?: number;
}

/**
 * For each declaration of a file, the object that `this`, `self`, … refers to in it: the nearest enclosing class, or the
 * object of the nearest method. Nested functions inherit it, as arrow functions and closures do.
 */
export function owners(file: CallFile): (Owner | undefined)[] {
  const found: (Owner | undefined)[] = [];
  const { declarations } = file.facts;
  for (let index = 0; index < declarations.length; index++) {
    const kind = declarations[index]?.kind;
    const { within = fileScope, scope = within } = declarations[index] ?? {};
    const around = within < 0 ? undefined : found[within];
    const name = file.declared.nameInScope(index);
    const dot = name.lastIndexOf('.');
    if (file.declared.isClass(index)) found.push({ scope: index, prefix: '', class: index });
    else if (
      kind === 'method' &&
      (dot > 0 || scope >= declarations.length) &&
      !(within >= 0 && file.declared.isClass(within))
    ) {
      found.push({ scope: Math.max(scope, fileScope), prefix: name.slice(0, dot + 1) });
    } else found.push(around);
  }
  return found;
}
