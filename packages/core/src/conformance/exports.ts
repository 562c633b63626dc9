import { posix } from 'node:path';
import { parameterOf } from './declared-type.ts';
import { NameGlob } from './name-glob.ts';
import type { Body, Observation } from './observation.ts';
import type { CodeDeclaration, CodeFile } from './project.ts';

const KINDS = ['function', 'method', 'class', 'interface', 'type', 'enum', 'trait'] as const;

/** What `export:` names. */
export interface WantedExport {
  kind: (typeof KINDS)[number] | undefined;
  /** Of the name, also without a namespace or `module.exports`. */
  name: NameGlob;
  /** As written; undefined for any. */
  parameters: readonly string[] | undefined;
}

/**
 * Parses `price`, `function price` or `function price(amount, rate: number)`.
 *
 * @throws AnalyzerError `usage` for an invalid glob
 */
export function exportOf(text: string): WantedExport | undefined {
  const [, word, name, list] = /^(?:(\w+)\s+)?([^\s()]+)\s*(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
  const kind = KINDS.find((it) => it === word);
  if (name === undefined || (word !== undefined && kind === undefined)) return undefined;
  return { kind, name: new NameGlob(name), parameters: list === undefined ? undefined : parametersIn(list) };
}

const ANY = new NameGlob('**');

/** Whether a package of Python passes on a public name of one of its files, or a file does under the same name. */
function isOfPackage(
  { path, language }: CodeFile,
  names: readonly { name: string; alias?: string }[],
  from: string | undefined,
): boolean {
  if (language !== 'python' || from === undefined) return false;
  const isPackage = posix.basename(path) === '__init__.py';
  return names.some(
    ({ name, alias }) => name !== '*' && !(alias ?? name).startsWith('_') && (isPackage || alias === name),
  );
}

/** Finds the exported declarations that are as wanted; doubts are those of which the facts say too little. */
export function exported(bodies: readonly Body[], wanted: WantedExport): Observation {
  const found: Observation = { seen: [], doubts: [] };
  for (const { file, index } of bodies) {
    const [first, last] = index < 0 ? [0, file.declarations.length - 1] : [index, index];
    const add = (list: Observation['seen'], line: number, text: string) =>
      list.push({ path: file.path, line, text, through: [] });
    if (file.gap !== undefined) add(found.doubts, 1, file.gap);
    for (const it of file.declarations.slice(first, last + 1)) {
      const isDefault = index < 0 && file.renamed.get('default') === it.qualifiedName && wanted.name.matches('default');
      if (!it.isTest && isWanted(it, isDefault ? { ...wanted, name: ANY } : wanted, file.language))
        add(found.seen, it.startLine, it.qualifiedName);
    }
    if (index >= 0) continue;
    const isAny = wanted.kind === undefined && wanted.parameters === undefined;
    for (const { specifier, line, names, path } of file.imports) {
      const passed = names.filter(({ name, alias }) => name === '*' || wanted.name.matches(alias ?? name));
      const isPassedOn =
        file.named?.some((it) => it.kind === 'reexport' && it.line === line) === true ||
        isOfPackage(file, passed, path);
      const named = isAny && isPassedOn ? passed.find(({ name }) => name !== '*') : undefined;
      if (named !== undefined) add(found.seen, line, named.alias ?? named.name);
      else if (passed.length > 0) add(found.doubts, line, `${specifier}: the file may pass the name on from there`);
    }
    if (wanted.kind === undefined) {
      add(found.doubts, 1, `${file.path}: facts list no variables; write the kind, as in export:function`);
    }
  }
  return found;
}

function isWanted(it: CodeDeclaration, { kind, name, parameters }: WantedExport, language: string): boolean {
  if (
    !it.exported ||
    !namesOf(it, language).some((own) => name.matches(own)) ||
    (kind !== undefined && kind !== it.kind)
  )
    return false;
  if (parameters === undefined) return true;
  const its = it.parameters.filter((text, at) => !(at === 0 && /^(?:self|cls)$/.test(text)));
  return its.length === parameters.length && parameters.every((text, at) => isSame(text, its[at] ?? '', language));
}

/** The qualified name, and that by which other files know it: without its namespace, and without `module.exports`. */
function namesOf({ qualifiedName }: CodeDeclaration, language: string): string[] {
  if (language === 'php') return [qualifiedName, qualifiedName.slice(qualifiedName.lastIndexOf('\\') + 1)];
  return [qualifiedName, qualifiedName.replace(/^(?:module\.)?exports\./, '')];
}

/** A parameter that is wanted by its name alone has any type. */
function isSame(wanted: string, written: string, language: string): boolean {
  if (bare(wanted) === bare(written)) return true;
  return /^[\w$]+$/.test(wanted) && parameterOf(written, language)?.name === wanted.replace(/^\$/, '');
}

function bare(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Splits at commas that are in no brackets. */
function parametersIn(list: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of list) {
    if ('<([{'.includes(character)) depth += 1;
    if ('>)]}'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((it) => it.trim()).filter((it) => it !== '');
}
