import { callReasons, importReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import { headOf } from './dotted.ts';
import type { NamesToTry } from './included.ts';

/**
 * The full names a PHP name may stand for, in the order PHP tries them: fully qualified names as they are; others by
 * the file's `use` declarations, else below the namespace; a bare function name also in the global namespace.
 *
 * https://www.php.net/manual/language.namespaces.rules.php
 *
 * @param callee folded, with the class before a dot
 */
export function phpNames(file: CallFile, namespace: string, callee: string): NamesToTry {
  const head = headOf(callee);
  const rest = callee.slice(head.length);
  const only = (name: string) => ({ names: [{ name: name + rest }], otherwise: callReasons.not_included });
  if (head.startsWith('$')) return only(head);
  if (head.startsWith('\\')) return only(head.slice(1));
  const part = head.indexOf('\\');
  const first = part < 0 ? head : head.slice(0, part);
  if (part > 0 && first === 'namespace') return only(below(namespace, head.slice(part + 1)));
  const used = file.imported.autoloaded.get(first);
  if (used !== undefined) return { ...only(used + head.slice(first.length)), otherwise: importReasons.autoload };
  const here = only(below(namespace, head));
  if (part >= 0 || rest !== '' || namespace === '') return here;
  return { ...here, names: [...here.names, { name: head, functionsOnly: true }] };
}

/**
 * The namespace of each declaration of a file, that of the outermost one around it; last the one for calls at file
 * level, where all declarations share one.
 */
export function phpNamespaces(file: CallFile): string[] {
  const namespaces: string[] = [];
  for (const { within, qualified_name } of file.facts.declarations) {
    namespaces.push(namespaces[within] ?? namespaceOf(file.declared.fold(qualified_name)));
  }
  const shared = new Set(namespaces);
  const [only = ''] = shared;
  namespaces.push(shared.size === 1 ? only : '');
  return namespaces;
}

function namespaceOf(qualified: string): string {
  const name = headOf(qualified);
  return name.slice(0, Math.max(name.lastIndexOf('\\'), 0));
}

function below(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}\\${name}`;
}
