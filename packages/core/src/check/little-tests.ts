import { areLittleTests } from '#lists/finding-class.ts';
import { isTestCallback } from '#lists/test-callback.ts';
import type { Scan } from '#scan/model.ts';
import type { Copy, GroupFinding } from './model.ts';

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
    return fresh.length > 0 && fresh.every((copy) => this.#isTest(copy)) && isLittle(finding);
  }

  #isTest({ path, qualified_name, isCallback }: Copy): boolean {
    return this.#tests.has(path) || (isCallback === true && isTestCallback(qualified_name));
  }
}

function isLittle({ family: { shown, nodes, copies }, fresh }: GroupFinding): boolean {
  // All are compared with the first copy.
  const compared = fresh.some(({ likeness }) => likeness?.relation === 'first') ? copies : fresh;
  const others = compared.filter(({ likeness }) => likeness?.relation !== 'first');
  return areLittleTests(
    { kind: shown.kind, nodes },
    others.map(({ likeness }) => likeness?.similarity),
    copies.some(({ isCallback }) => isCallback === true),
  );
}
