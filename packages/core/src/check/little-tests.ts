import { GATE_RULES } from '#languages/policy.ts';
import { isSmall } from '#lists/list-classes.ts';
import type { Scan } from '#scan/model.ts';
import type { GroupFinding } from './model.ts';

/**
 * Distinguishes findings whose new copies are all in tests and little similar to others, or functions of few nodes: tests of
 * one suite resemble each other.
 */
export class LittleTests {
  readonly #tests: ReadonlySet<string>;

  constructor({ entries }: Pick<Scan, 'entries'>) {
    this.#tests = new Set(entries.flatMap((entry) => (entry.kind === 'file' && entry.is_test ? [entry.path] : [])));
  }

  has(finding: GroupFinding): boolean {
    const { fresh } = finding;
    return fresh.length > 0 && fresh.every(({ path }) => this.#tests.has(path)) && isLittle(finding);
  }
}

/** A small function, or declarations of which no new one is similar enough. */
function isLittle({ family: { shown, nodes, copies }, fresh }: GroupFinding): boolean {
  if (isSmall({ kind: shown.kind, nodes })) return true;
  if (shown.kind !== 'near') return false;
  // All are compared with the first copy.
  const compared = fresh.some(({ likeness }) => likeness?.relation === 'first') ? copies : fresh;
  return compared.every(({ likeness }) => {
    const { below_similarity } = GATE_RULES.tests;
    return likeness !== undefined && (likeness.relation === 'first' || likeness.similarity < below_similarity);
  });
}
