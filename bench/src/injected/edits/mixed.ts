import { languageOf } from '../../formatters/formatters.ts';
import { pieces } from '../../meaning/lexer.ts';
import { skeleton } from '../skeleton.ts';
import type { CloneGroup, Fragment } from './detectors.ts';
import { type Injection, pathOfCopy } from './project.ts';
import type { Variant } from './variants.ts';

const EXACT = new Set(['function-body', 'function-shape']);
const GRAM = 5;
/** Functions that share fewer sequences are different ones. */
const MIN_SIMILARITY = 0.2;

/** Groups that contain copies of different functions. */
export interface Mixed {
  exact: number;
  exactOf: number;
  near: number;
  nearOf: number;
  /** The functions of each mixed group. */
  groups: string[];
}

/**
 * Counts groups with copies of two functions that are not similar: a group of similar code is mixed if the functions share
 * less than a fifth of their sequences of five words and signs, a group of identical code if its occurrences, which may be
 * parts of the copies, are not equal except words. An edit can make copies of two functions equal, for example if they
 * differ in the changed literal only.
 */
export function mixedGroups(groups: readonly CloneGroup[], injections: readonly Injection[], variant: Variant): Mixed {
  const byPath = new Map(injections.map((injection) => [pathOfCopy(injection), injection]));
  const mixed: Mixed = { exact: 0, exactOf: 0, near: 0, nearOf: 0, groups: [] };
  for (const { kind, fragments } of groups) {
    const copies = fragments.flatMap((fragment) => {
      const injection = byPath.get(fragment.path);
      return injection === undefined ? [] : [{ fragment, injection }];
    });
    if (copies.length === 0) continue;
    const isExact = EXACT.has(kind);
    if (!isExact && kind !== 'near') continue;
    const its = [...new Set(copies.map(({ injection }) => injection))];
    mixed[isExact ? 'exactOf' : 'nearOf']++;
    if (!(isExact ? haveSkeletons(copies, variant) : haveOtherWords(its))) continue;
    mixed[isExact ? 'exact' : 'near']++;
    mixed.groups.push(`${kind}: ${its.map(({ sample: { file, print } }) => `${file}:${print.line}`).join(', ')}`);
  }
  return mixed;
}

/** An occurrence in a copy. */
interface Occurrence {
  fragment: Fragment;
  injection: Injection;
}

function haveSkeletons(copies: readonly Occurrence[], variant: Variant): boolean {
  return new Set(copies.map((one) => skeletonOf(one, variant))).size > 1;
}

function haveOtherWords(injections: readonly Injection[]): boolean {
  const sets = injections.map((one) => gramsOf(one));
  return sets.some((a, index) => sets.slice(index + 1).some((b) => similarity(a, b) < MIN_SIMILARITY));
}

/** Of the part of the edited copy that is reported, or of all of it. */
function skeletonOf({ fragment: { bytes }, injection: { kind, copies } }: Occurrence, variant: Variant): string {
  const copy = copies.get(variant);
  if (copy === undefined) return '';
  const part =
    bytes === undefined
      ? copy.text.slice(copy.from, copy.to)
      : Buffer.from(copy.text).subarray(bytes.from, bytes.to).toString();
  return skeleton(part, languageOf(kind));
}

function gramsOf({ sample: { source, from, to } }: Injection): Set<string> {
  const texts = pieces(source, from, to).flatMap(({ kind, text }) => (kind === 'blank' ? [] : [text]));
  return new Set(texts.map((_, index) => texts.slice(index, index + GRAM).join(' ')));
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((gram) => b.has(gram)).length;
  return shared / (a.size + b.size - shared);
}
