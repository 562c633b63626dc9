import type { Nodes } from '../nodes.ts';

/** Commands that assign to variables which their arguments name. */
const ASSIGNING: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray', 'getopts', 'printf', 'unset']);

/**
 * The words of variables that have one assignment in a file and no other way to get a value there.
 *
 * @returns by name
 */
export function onlyAssignments(nodes: Nodes): ReadonlyMap<string, string> {
  const words = new Map<string, string | undefined>();
  const assign = (name: string, word: string | undefined) => words.set(name, words.has(name) ? undefined : word);
  for (let node = 0; node < nodes.tree.count; node++) {
    switch (nodes.kind(node)) {
      case 'variable_assignment': {
        const name = nodes.field(node, 'name');
        const value = nodes.field(node, 'value');
        const isPlain = nodes.children(node).some((child) => nodes.kind(child) === "'=");
        if (nodes.kind(name) !== 'variable_name') assign(baseName(nodes.text(name)), undefined);
        else assign(nodes.text(name), isPlain && value >= 0 ? nodes.text(value) : undefined);
        break;
      }
      case 'for_statement':
        assign(nodes.text(nodes.field(node, 'variable')), undefined);
        break;
      case 'command': {
        const name = nodes.field(node, 'name');
        if (name < 0 || !ASSIGNING.has(nodes.text(name))) break;
        for (const argument of nodes.solids(node)) assign(nodes.text(argument), undefined);
        break;
      }
      case 'unset_command':
        for (const argument of nodes.solids(node)) assign(nodes.text(argument), undefined);
        break;
    }
  }
  const known = new Map<string, string>();
  for (const [name, word] of words) if (word !== undefined) known.set(name, word);
  return known;
}

/** Of `name[index]`. */
function baseName(text: string): string {
  const bracket = text.indexOf('[');
  return bracket < 0 ? text : text.slice(0, bracket);
}
