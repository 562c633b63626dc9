import { dirname, posix } from 'node:path';
import type { FileFacts, ImportFacts, Lookup } from '#parse/facts.ts';
import type { Package, Target } from './model.ts';

/** The file of a project that may import a package. */
export interface Importer {
  project: string;
  path: string;
  facts: FileFacts;
}

/**
 * The callees, as written in a file, that call a function of a package: by the name that the file imports it under. Empty
 * if no import of the file names the package with this function.
 */
export function calleesOf({ project, path, facts }: Importer, target: Target): Set<string> {
  const callees = new Set<string>();
  for (const one of facts.imports) for (const name of boundBy(one, { project, path }, target)) callees.add(name);
  return callees;
}

/** Whether a file imports any part of a package. */
export function importsPackage({ project, path, facts }: Importer, wanted: Package): boolean {
  const target = { package: wanted, symbol: '', path: wanted.path };
  return facts.imports.some(({ specifier, names }) => {
    const written = [specifier, ...names.map(({ name }) => `${specifier}.${name}`)];
    return written.some((one) => namesPackage(one, { project, path }, target));
  });
}

/** Whether a declaration calls the function of a package. */
export function callsTarget(file: Importer, index: number, target: Target): boolean {
  const callees = calleesOf(file, target);
  const { callee, within } = file.facts.calls;
  return callee.some((name, at) => within[at] === index && callees.has(name));
}

/** Lookups by a name, not by a file. */
const NAMES_OF_PHP: ReadonlySet<Lookup> = new Set<Lookup>(['autoload', 'class', 'function', 'constant']);

const BINDINGS_OF_MODULE = new Set(['*', 'default']);

function boundBy(one: ImportFacts, from: { project: string; path: string }, target: Target): string[] {
  const symbol = lastPart(target.symbol, '\\');
  const [root = symbol, ...rest] = symbol.split('.');
  const member = rest.map((name) => `.${name}`).join('');
  const isNamed = namesPackage(one.specifier, from, target);
  if (one.names.length === 0) return isNamed ? [symbol, `${one.specifier}.${symbol}`] : [];
  return one.names.flatMap(({ name, alias = name }) => {
    if (NAMES_OF_PHP.has(one.lookup)) {
      return lastPart(name, '\\') === root && one.specifier.includes('\\') ? [`${alias}${member}`] : [];
    }
    // Python: the name may be a module of the package.
    if (namesPackage(`${one.specifier}.${name}`, from, target) && name !== root) return [`${alias}.${symbol}`];
    if (!isNamed) return [];
    if (name === root) return [`${alias}${member}`];
    return BINDINGS_OF_MODULE.has(name) ? [`${alias}.${symbol}`, ...(symbol === 'default' ? [alias] : [])] : [];
  });
}

function namesPackage(written: string, from: { project: string; path: string }, target: Target): boolean {
  const { name, path, project, language } = target.package;
  const specifier = written.replace(/^["']|["']$/g, '');
  if (specifier === name || specifier.startsWith(`${name}/`)) return true;
  switch (language) {
    case 'python':
      return isModuleOf(specifier, from, target);
    case 'bash':
      return lastPart(specifier, '/') === lastPart(target.path, '/');
    default:
  }
  if (from.project !== project || !/^\.{0,2}\//.test(specifier)) return false;
  return isIn(posix.normalize(posix.join(dirname(from.path), specifier)), path);
}

/** Whether a dotted Python module is in the package: by the name of the distribution, or by the path of its files. */
function isModuleOf(specifier: string, from: { project: string; path: string }, target: Target): boolean {
  const { name, path, project } = target.package;
  const [, dots = '', module = ''] = /^(\.*)(.*)$/s.exec(specifier) ?? [];
  const names = module.split('.').filter((part) => part !== '');
  if (dots !== '') {
    const folder = posix.join(dirname(from.path), ...dots.slice(1).replaceAll('.', '../').split('/'), ...names);
    return from.project === project && isIn(posix.normalize(folder), path);
  }
  if (names[0]?.toLowerCase() === name.replace(/[-.]/g, '_').toLowerCase()) return true;
  const parts = target.path.replace(/(?:\/__init__)?\.pyi?$/, '').split('/');
  const least = path.split('/').length;
  return parts.some((_, start) => {
    const end = start + names.length;
    return names.length > 0 && end >= least && names.every((part, at) => parts[start + at] === part);
  });
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || withoutExtension(folder) === path;
}

function withoutExtension(path: string): string {
  return path.replace(/\.[^./]*$/, '');
}

function lastPart(text: string, separator: string): string {
  return text.slice(text.lastIndexOf(separator) + 1);
}
