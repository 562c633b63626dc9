import { callReasons, importReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import { firstPartOf } from './dotted.ts';
import type { NamesToTry } from './included.ts';

/**
 * The full names that a PHP name can refer to, in the order PHP tries them: a fully qualified name unchanged; another
 * name by the file's `use` declarations, else below the namespace; a bare function name also in the global namespace.
 * Classes and functions have different tables.
 *
 * https://www.php.net/manual/language.namespaces.rules.php
 *
 * @param callee in lower case, with the class before a dot
 */
export function phpNames(file: CallFile, namespace: string, callee: string, isClass: boolean): NamesToTry {
  const prefix = firstPartOf(callee);
  const rest = callee.slice(prefix.length);
  const kind = prefix.startsWith('$') ? 'any' : isClass || rest !== '' ? 'class' : 'function';
  const only = (name: string): NamesToTry => {
    return { names: [{ name: name + rest, kind }], otherwise: callReasons.not_included };
  };
  if (kind === 'any') return only(prefix);
  if (prefix.startsWith('\\')) return only(prefix.slice(1));
  const part = prefix.indexOf('\\');
  const first = part < 0 ? prefix : prefix.slice(0, part);
  if (part > 0 && first === 'namespace') return only(below(namespace, prefix.slice(part + 1)));
  const uses = kind === 'function' && part < 0 ? file.imported.functions : file.imported.autoloaded;
  const used = uses.get(first);
  if (used !== undefined) return { ...only(used + prefix.slice(first.length)), otherwise: importReasons.autoload };
  const here = only(below(namespace, prefix));
  if (part >= 0 || kind === 'class' || namespace === '') return here;
  return { ...here, names: [...here.names, { name: prefix, kind }] };
}

/**
 * The namespace of each declaration of a file, which is that of its outermost enclosing declaration; the last item is
 * the namespace of calls at file level, if all declarations share one.
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
  const name = firstPartOf(qualified);
  return name.slice(0, Math.max(name.lastIndexOf('\\'), 0));
}

function below(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}\\${name}`;
}
