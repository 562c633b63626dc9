import { KNOWN_EASES, type KnownEase } from '@analyzer/core/generalize/ease.ts';
import { CODE_CLASSES, type CodeClass, LIST_CLASSES, type ListClass } from '@analyzer/core/lists/list-classes.ts';
import { CHANGE_CLASSES, type ChangeClass } from '@analyzer/core/missed/model.ts';
import { FILE_CLASSES, type FileClass } from '@analyzer/core/scan/file-classes.ts';
import { GROUP_KINDS, type GroupKind } from '@analyzer/core/scan/model.ts';
import { MIN_COPY_NODES, MIN_COPY_NODES_REASON } from '@analyzer/core/scan/options.ts';
import { InvalidArgumentError } from 'commander';

/** Collects the values of a repeatable option. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/;

/** Collects names of hosts, each with an optional port, in lower case. */
export function hostNames(value: string, previous: readonly string[] = []): string[] {
  const name = value.toLowerCase();
  if (HOST_NAME.test(name)) return [...previous, name];
  throw new InvalidArgumentError('Expected the name of a host such as code.example or code.example:8443.');
}

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`Expected a whole number ${range}.`);
  };
}

/** Syntax nodes of the smallest copy of a kind that is compared by 5-grams. */
export function copyNodes(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= MIN_COPY_NODES && value <= Number.MAX_SAFE_INTEGER) return value;
  throw new InvalidArgumentError(`Expected a whole number from ${MIN_COPY_NODES}. ${MIN_COPY_NODES_REASON}`);
}

export function decimal(text: string): number {
  if (/^\d*\.?\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number such as 0.7.');
}

/** Classes of files, separated by commas, or `all`. */
export const fileClasses: (text: string) => FileClass[] = some('Classes', FILE_CLASSES);

/** Classes that lists of copies put apart, separated by commas, or `all`. */
export const listClasses: (text: string) => ListClass[] = some('Classes', LIST_CLASSES);

/** Classes of groups that `check` does not count by default, separated by commas, or `all`. */
export const findingClasses: (text: string) => CodeClass[] = some('Classes', CODE_CLASSES);

/** Kinds of clone groups, separated by commas, or `all`. */
export const groupKinds: (text: string) => GroupKind[] = some('Kinds', GROUP_KINDS);

/** Classes of changes that `missed` puts apart, separated by commas, or `all`. */
export const changeClasses: (text: string) => ChangeClass[] = some('Classes', CHANGE_CLASSES);

/** Eases that the kind of a group tells, separated by commas, or `all`. */
export const knownEases: (text: string) => KnownEase[] = some('Eases', KNOWN_EASES);

/** Some of several names, separated by commas, or `all`. */
export function some<T extends string>(what: string, names: readonly T[]): (text: string) => T[] {
  return (text) => {
    if (text === 'all') return [...names];
    return text.split(',').map((name) => {
      const known = names.find((it) => it === name);
      if (known === undefined) throw new InvalidArgumentError(`${what} are ${names.join(', ')}, or all.`);
      return known;
    });
  };
}

/** A percentage, which may have decimal places and the sign. */
export function percentOf(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)%?$/.exec(text) ?? [];
  const number = Number(digits);
  if (number <= 100) return number;
  throw new InvalidArgumentError('Expected a percentage from 0 to 100.');
}
