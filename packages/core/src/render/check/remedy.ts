import { dirname } from 'node:path/posix';
import type { Check, Copy, GroupFinding } from '#check/model.ts';
import { originalsOf } from '#check/original.ts';
import { HOSTS } from '#languages/hosts.ts';
import { ignoreComment } from '#lists/ignored-ranges.ts';
import type { Scan } from '#scan/model.ts';

/** What to do about a finding, in words. Project text is not escaped yet. */
export interface Remedy {
  /** Where the code is that can be used instead, and how. */
  reuse: string;
  /** The two ways to allow the finding. */
  allow: [comment: string, baseline: string];
}

export function remedyOf({ scan, command, against }: Check, finding: GroupFinding): Remedy {
  const { family, fresh } = finding;
  const copy = fresh[0] ?? family.copies[0];
  const original = originalsOf(finding)[0];
  const language = languageOf(scan, copy?.path ?? '');
  const isOfBlocks = family.shown.kind === 'block' || family.shown.kind === 'block-shape';
  const isPart = isOfBlocks && (copy?.declares === undefined || original?.declares === undefined);
  const isBlock = isPart || copy?.isCallback === true;
  const comment = isBlock
    ? `${ignoreComment(language, 'start: reason')} … ${ignoreComment(language, 'end')}`
    : ignoreComment(language, 'next-function: reason');
  const baseline =
    'baseline' in against ? `${command} --accept ${family.shown.id}` : `${command}, then check without --against`;
  return {
    reuse: original === undefined || copy === undefined ? '' : reuseText(scan, copy, original, isBlock),
    allow: [comment, baseline],
  };
}

function reuseText(scan: Scan, copy: Copy, original: Copy, isBlock: boolean): string {
  const place = `${original.path}:${original.start_line}`;
  if (isBlock) return `move the common lines to one function, at ${place} or a module of its own`;
  if (original.path === copy.path) return `call ${nameOf(original)}, ${place}`;
  return `${place}  ${importText(scan, copy, original)}`.trimEnd();
}

/** The statement that imports it; words where a project decides how. */
function importText(scan: Scan, copy: Copy, original: Copy): string {
  const { path } = original;
  const name = nameOf(original);
  const entry = scan.entries.find((it) => it.path === path);
  const declarations = (entry?.kind === 'file' && entry.facts?.declarations) || [];
  const declared = declarations.find((it) => it.start_line === original.start_line && it.qualified_name === name);
  if (name === '' || declared === undefined || name.includes('.')) return name;
  if (entry?.kind === 'file' && entry.dialect !== undefined && HOSTS.has(entry.dialect))
    return `move ${name} to a module, and import it from there`;
  const language = languageOf(scan, path);
  if (language === 'python') {
    const module = path.replace(/^src\//, '').replace(/(?:\/__init__)?\.pyi?$/, '');
    return `from ${module.replaceAll('/', '.')} import ${name}`;
  }
  if (language !== 'javascript' && language !== 'typescript') return name;
  const imported = name === 'default' ? defaultName(path) : `{ ${name} }`;
  const statement = `import ${imported} from '${relativeModule(dirname(copy.path), path)}'`;
  return declared.exported ? statement : `export it, then ${statement}`;
}

function nameOf({ declares, qualified_name }: Copy): string {
  return declares ?? qualified_name;
}

/** A name for what a module exports without one: that of its file, or of the folder of an index. */
function defaultName(path: string): string {
  const [file = '', folder = ''] = path.split('/').reverse();
  const base = file.replace(/\..*$/, '');
  const words = (base === 'index' && folder !== '' ? folder : base).match(/[\p{L}\p{N}$]+/gu) ?? [];
  const name = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  return /^[\p{L}$]/u.test(name) ? name : `_${name}`;
}

function relativeModule(from: string, to: string): string {
  const [here, there] = [from === '.' ? [] : from.split('/'), to.split('/')];
  let common = 0;
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common++;
  const up = '../'.repeat(here.length - common);
  return `${up || './'}${there.slice(common).join('/')}`.replace(/(?:\.d)?\.(?:tsx?|jsx?)$/, '');
}

function languageOf(scan: Scan, path: string): string {
  const entry = scan.entries.find((it) => it.path === path);
  return (entry?.kind === 'file' && entry.language) || '';
}
