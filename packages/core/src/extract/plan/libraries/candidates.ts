import { isDeclarationFile } from '#languages/declaration-file.ts';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import type { Family, FamilyOccurrence, SkipReason } from '../model.ts';
import type { Candidate, Copy, LibraryFacts } from './model.ts';
import { folderOf, stemOf, subjectsOf, wordsOf } from './words.ts';

const { least_lines: MIN_LINES, least_nodes: MIN_NODES, common_word_percent: COMMON_WORD } = LIBRARY_RULES.family;
const RULES = LIBRARY_RULES.support;
const SUPPORT: ReadonlySet<string> = new Set(RULES.names);
const TEST_WORDS: ReadonlySet<string> = new Set(RULES.test_words);
const EXAMPLES: ReadonlySet<string> = new Set(LIBRARY_RULES.example_folders.file_names);
const TYPES: ReadonlySet<string> = new Set(['interface', 'enum', 'type']);

/** The family as a part of a library, or why it is none. Copies that no product uses are only evidence. */
export function candidateOf(family: Family, facts: LibraryFacts): Candidate | SkipReason {
  const used = withoutExamples(family, facts);
  if (used.occurrences.length < 2) return 'examples';
  const product = withoutStrangers(withoutDelegates(used, facts));
  if (product.occurrences.length < 2) return 'small';
  const candidate = describedFamily(product, facts);
  const { copies, lines } = candidate;
  if (new Set(copies.map(({ project, path }) => `${project}\0${path}`)).size === 1) return 'one_file';
  if (lines < MIN_LINES || copies.every(({ facts: its }) => its.nodes < MIN_NODES)) return 'small';
  return family.kind === 'function-body' || haveCommonWord(copies) ? candidate : 'unrelated_names';
}

export function describedFamily(family: Family, facts: LibraryFacts): Candidate {
  const copies = family.occurrences.flatMap((occurrence): Copy[] => {
    const its = facts.copyOf(occurrence.node);
    return its === undefined ? [] : [{ ...occurrence, unit: facts.unitOf(occurrence), facts: its }];
  });
  return {
    family,
    copies,
    isType: copies.every(({ facts: its }) => its.isData || TYPES.has(its.kind)),
    lines: linesOf(copies),
  };
}

function withoutExamples(family: Family, facts: LibraryFacts): Family {
  const occurrences = family.occurrences.filter(
    (it) => facts.copyOf(it.node)?.isExample === false && !facts.unitOf(it).isExample && !isSupport(it),
  );
  return { ...family, occurrences, evidence: family.evidence + family.occurrences.length - occurrences.length };
}

/** Without copies that call another one of the same name: they pass their parameters on, and are not copies of it. */
function withoutDelegates(family: Family, facts: LibraryFacts): Family {
  const byNode = new Map(family.occurrences.map((one) => [one.node, one]));
  const isDelegate = ({ node, name }: FamilyOccurrence): boolean =>
    facts.copyOf(node)?.calls.some((call) => call.node !== node && byNode.get(call.node)?.name === name) === true;
  const occurrences = family.occurrences.filter((one) => !isDelegate(one));
  if (occurrences.length === family.occurrences.length) return family;
  return { ...family, occurrences, evidence: family.evidence + family.occurrences.length - occurrences.length };
}

/** Without copies that are only similar, and have no word of the other names. */
function withoutStrangers(family: Family): Family {
  if (family.kind !== 'near') return family;
  const counts = new Map<string, number>();
  const wordsIn = ({ name }: FamilyOccurrence) => [...new Set([name, ...subjectsOf(name)])];
  for (const word of family.occurrences.flatMap(wordsIn)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const occurrences = family.occurrences.filter((one) => wordsIn(one).some((word) => (counts.get(word) ?? 0) > 1));
  const isAll = occurrences.length < 2 || occurrences.length === family.occurrences.length;
  return isAll
    ? family
    : { ...family, occurrences, evidence: family.evidence + family.occurrences.length - occurrences.length };
}

/** Whether no product uses the code of a file: tests and what supports them, scripts that run alone, and declarations. */
function isSupport({ path, name }: Pick<FamilyOccurrence, 'path' | 'name'>): boolean {
  if (TEST_WORDS.has(wordsOf(name)[0] ?? '') && wordsOf(name).length > 1) return true;
  if (isDeclarationFile(path)) return true;
  if (EXAMPLES.has(stemOf(path).toLowerCase())) return true;
  const words = [...folderOf(path).split('/'), stemOf(path)].map(wordsOf);
  const parts = [...folderOf(path).split('/'), stemOf(path)].map((part) => part.toLowerCase());
  const around = parts.map((part, at) => `${part}/${parts[at + 1] ?? ''}`);
  return [...parts, ...around].some((part) => SUPPORT.has(part)) || words.some(isOfTests);
}

/** By its first or last word. */
function isOfTests(words: readonly string[]): boolean {
  return [words[0], words.at(-1)].some((word) => word !== undefined && TEST_WORDS.has(word));
}

/** Of all copies but the longest one, without a call for each copy. */
function linesOf(copies: readonly Copy[]): number {
  const lengths = copies.map(({ start_line: start, end_line: end }) => end - start + 1);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return Math.max(0, all - Math.max(0, ...lengths) - copies.length);
}

/** Whether enough copies, by their names, are about the same subject. */
function haveCommonWord(copies: readonly Copy[]): boolean {
  const counts = new Map<string, number>();
  for (const { name } of copies)
    for (const word of new Set(subjectsOf(name))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const areEqual = copies.every(({ name }) => name === copies[0]?.name);
  return areEqual || [...counts.values()].some((count) => count > 1 && count * 100 >= copies.length * COMMON_WORD);
}
