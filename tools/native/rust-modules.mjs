/**
 * Reads which files of a Rust crate use which other files, from `use` declarations and paths. It knows only as much of
 * Rust as that needs; code below `#[cfg(test)] mod` does not count.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { blankedLiterals, endOfItem, testItems, withoutRanges } from './rust-code.mjs';

/**
 * @param {string} source folder of the crate's root module, `lib.rs`
 * @returns {Map<string, Map<string, number>>} by file relative to the folder: the files that it uses, with the line of the first use
 */
export function fileDependencies(source) {
  const modules = readModules(source);
  const dependencies = new Map();
  for (const module of modules.values()) {
    const used = new Map();
    for (const { path, line } of module.paths) {
      const target = definitionOf(path, module, modules);
      if (target !== undefined && target !== module && !used.has(target.file)) used.set(target.file, line);
    }
    dependencies.set(module.file, used);
  }
  return dependencies;
}

/**
 * @returns {string[][]} strongly connected files, each list and their order by name
 */
export function fileCycles(dependencies) {
  const reached = new Map([...dependencies.keys()].map((file) => [file, reachableFrom(file, dependencies)]));
  const cycles = new Map();
  for (const [file, its] of reached) {
    if (!its.has(file)) continue;
    const members = [...its].filter((other) => reached.get(other).has(file)).sort();
    cycles.set(members[0], members);
  }
  return [...cycles.values()].sort(([a], [b]) => (a < b ? -1 : 1));
}

function reachableFrom(start, dependencies) {
  const reached = new Set();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const next of dependencies.get(file)?.keys() ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}

/** @returns modules by their path, `crate::tree::walk` */
function readModules(source) {
  const modules = new Map();
  let testModules = 0;
  const waiting = [{ path: 'crate', file: join(source, 'lib.rs'), folder: source }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const all = blankedLiterals(readFileSync(next.file, 'utf8'));
    const code = withoutRanges(all, testItems(all));
    const children = declaredModules(code);
    testModules += declaredModules(all).length - children.length;
    const module = { path: next.path, file: relative(source, next.file).replaceAll('\\', '/'), children };
    modules.set(next.path, { ...module, ...readPaths(code, module) });
    for (const name of children) {
      const [flat, folder] = [join(next.folder, `${name}.rs`), join(next.folder, name)];
      const file = existsSync(flat) ? flat : join(folder, 'mod.rs');
      waiting.push({ path: `${next.path}::${name}`, file, folder });
    }
  }
  const listed = readdirSync(source, { recursive: true }).filter((name) => name.endsWith('.rs') && name !== 'main.rs');
  const declared = modules.size + testModules;
  if (listed.length !== declared) {
    throw new Error(
      `${source}: ${listed.length} files, but ${declared} modules are declared in the form \`mod name;\``,
    );
  }
  return modules;
}

function declaredModules(code) {
  return [...code.matchAll(/^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/gmu)].map(([, name]) => name);
}

/** Absolute paths that the code of a module names, and the names that its `use` declarations bring into it. */
function readPaths(code, module) {
  const inner = inlineModules(code, module);
  const paths = [];
  const names = new Map();
  const globs = [];
  const rest = code.replaceAll(/\buse\s+([^;]+);/gu, (text, tree, at) => {
    const its = inner(at);
    for (const { path, name } of leavesOf(tree.replaceAll(/\s+/gu, ' ').trim())) {
      const absolute = absoluteOf(path, its);
      if (absolute === undefined) continue;
      paths.push({ path: absolute, line: lineOf(code, at) });
      if (name === '*') globs.push(absolute);
      else names.set(name, absolute);
    }
    return text.replaceAll(/[^\n]/gu, ' ');
  });
  for (const { 0: text, index } of rest.matchAll(/(?<![\w:])[A-Za-z_]\w*(?:\s*::\s*\w+)+/gu)) {
    const [first, ...others] = text.split(/\s*::\s*/u);
    const path = names.has(first)
      ? [names.get(first), ...others].join('::')
      : absoluteOf([first, ...others].join('::'), inner(index));
    if (path !== undefined) paths.push({ path, line: lineOf(code, index) });
  }
  return { paths, names, globs };
}

/** @returns the innermost module at a position of the code: the file's own, or one that is written in it */
function inlineModules(code, module) {
  const found = [...code.matchAll(/\bmod\s+(\w+)\s*\{/gu)].map(({ 1: name, index }) => ({
    path: name,
    start: index,
    end: endOfItem(code, index),
  }));
  return (at) => {
    const around = found.filter(({ start, end }) => start < at && at < end).map(({ path }) => path);
    if (around.length === 0) return module;
    return { path: [module.path, ...around].join('::'), children: [] };
  };
}

/** `a::{b, c::d as e}` → `a::b` with the name b, `a::c::d` with the name e. */
function leavesOf(tree, before = '') {
  const brace = tree.indexOf('{');
  if (brace < 0) {
    const [path, alias] = tree.split(' as ').map((part) => part.replaceAll(' ', ''));
    const complete = before + path;
    const parts = complete.split('::');
    const last = parts.at(-1) === 'self' ? parts.slice(0, -1) : parts;
    return [{ path: last.join('::'), name: alias ?? last.at(-1) }];
  }
  const start = before + tree.slice(0, brace).replaceAll(' ', '');
  return splitAtCommas(tree.slice(brace + 1, tree.lastIndexOf('}'))).flatMap((part) => leavesOf(part, start));
}

function splitAtCommas(text) {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** @returns undefined for a path outside of the crate */
function absoluteOf(path, module) {
  const parts = path.split('::');
  if (parts[0] === 'crate') return path;
  if (module.children.includes(parts[0])) return `${module.path}::${path}`;
  const base = module.path.split('::');
  if (parts[0] === 'self') return [...base, ...parts.slice(1)].join('::');
  if (parts[0] !== 'super') return undefined;
  while (parts[0] === 'super') {
    parts.shift();
    base.pop();
  }
  return [...base, ...parts].join('::');
}

/** The module that defines the item of a path; `use` declarations are followed. */
function definitionOf(path, user, modules) {
  const seen = new Set();
  const waiting = [path];
  let found;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const parts = next.split('::');
    let length = parts.length;
    while (length > 0 && !modules.has(parts.slice(0, length).join('::'))) length--;
    const module = modules.get(parts.slice(0, length).join('::'));
    if (module === undefined) return undefined;
    const name = parts[length];
    // The path of a module alone: its members are named by other paths.
    if (name === undefined) return module.path === user.path ? undefined : facadeOf(module);
    const imported = module.names.get(name);
    if (imported !== undefined) waiting.push([imported, ...parts.slice(length + 1)].join('::'));
    else {
      found ??= module;
      for (const glob of module.globs) waiting.push([glob.replace(/::\*$/u, ''), name].join('::'));
    }
  }
  return found;
}

/** A path of a module with children is followed by the path of an item, which is listed too. */
function facadeOf(module) {
  return module.children.length > 0 ? undefined : module;
}

function lineOf(code, at) {
  return code.slice(0, at).split('\n').length;
}
