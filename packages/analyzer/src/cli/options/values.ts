import { FILE_CLASSES, type FileClass } from '@analyzer/core/scan/file-classes.ts';
import { GROUP_KINDS, type GroupKind } from '@analyzer/core/scan/model.ts';
import { InvalidArgumentError } from 'commander';

/** Collects the values of a repeatable option. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`Expected a whole number ${range}.`);
  };
}

export function decimal(text: string): number {
  if (/^\d*\.?\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number such as 0.7.');
}

/** Classes of files, separated by commas, or `all`. */
export function fileClasses(text: string): FileClass[] {
  if (text === 'all') return [...FILE_CLASSES];
  return text.split(',').map((name) => {
    const known = FILE_CLASSES.find((it) => it === name);
    if (known === undefined) throw new InvalidArgumentError(`Classes are ${FILE_CLASSES.join(', ')}, or all.`);
    return known;
  });
}

/** Kinds of clone groups, separated by commas, or `all`. */
export function groupKinds(text: string): GroupKind[] {
  if (text === 'all') return [...GROUP_KINDS];
  return text.split(',').map((name) => {
    const kind = GROUP_KINDS.find((it) => it === name);
    if (kind === undefined) throw new InvalidArgumentError(`Kinds are ${GROUP_KINDS.join(', ')}, or all.`);
    return kind;
  });
}
