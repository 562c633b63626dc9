import { decodeElementBlock, type ElementBlock } from '#parse/elements/element-block.ts';
import type { DeclarationFacts, ErrorRanges, FileFacts } from '#parse/facts.ts';
import type { ParsedCode } from '#query/code.ts';
import { rangeOf } from '#relate/copies/file-grams.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import type { HashTable } from '#relate/copies/hash-table.ts';
import type { CopyLimits } from '#relate/copies/limits.ts';
import { rangeHash } from '#relate/copies/range-hash.ts';

/** A declaration of the given code that is looked for. */
export interface Subject {
  kind: DeclarationFacts['kind'];
  /** Its qualified name; undefined for the function around statements. */
  name: string | undefined;
  nodes: number;
  /** In the given code. */
  startLine: number;
  endLine: number;
  /** In the text with what was put around it. */
  startByte: number;
  endByte: number;
  /** Fingerprints of a function, as 64 hex; none of the function around a fragment. */
  body: string | undefined;
  shape: string | undefined;
  /** 5-grams and hash of its body; undefined if it is too small to be compared by them. */
  grams: HashTable | undefined;
  bodyHash: string | undefined;
  /** It has a syntax error, so it has no fingerprint. */
  hasError: boolean;
}

/** Code of which declarations are subjects. */
export interface SubjectCode extends Pick<ParsedCode, 'lines' | 'wrapped'> {
  facts: Pick<FileFacts, 'declarations' | 'elements' | 'errors'>;
}

/** The declarations of some code, outer before inner. */
export function subjectsOf({ facts, lines, wrapped }: SubjectCode, limits: CopyLimits): Subject[] {
  const block = facts.elements === undefined ? undefined : decodeElementBlock(facts.elements);
  const before = wrapped?.before ?? '';
  const bytesBefore = Buffer.byteLength(before);
  const lineOf = (line: number) => lineInCode({ lines, wrapped }, line);
  return facts.declarations.flatMap((declaration, at): Subject[] => {
    const isAround = declaration.start_byte < bytesBefore;
    if (isAround && declaration.kind !== 'function') return [];
    const compared = block === undefined ? undefined : bodyOf(block, at, declaration.nodes, limits);
    const own = isAround ? {} : { body: declaration.function_body, shape: declaration.function_shape };
    return [
      {
        kind: declaration.kind,
        name: isAround ? undefined : nameOf(declaration, wrapped !== undefined),
        nodes: declaration.nodes,
        startLine: lineOf(declaration.start_line),
        endLine: lineOf(declaration.end_line),
        startByte: declaration.start_byte,
        endByte: declaration.end_byte,
        body: own.body,
        shape: own.shape,
        grams: compared?.grams,
        bodyHash: compared?.hash,
        hasError: hasError(declaration, facts.errors),
      },
    ];
  });
}

/** Only the first ranges of errors are listed: a declaration after them without a fingerprint counts as one with an error. */
function hasError(
  { function_body, tree_hash, start_line, end_line }: DeclarationFacts,
  errors: ErrorRanges | undefined,
): boolean {
  if (errors === undefined || (function_body ?? tree_hash) !== undefined) return false;
  const { count, ranges } = errors;
  const isAfterListed = count > ranges.length && end_line >= (ranges.at(-1)?.start_line ?? 0);
  return isAfterListed || ranges.some((it) => it.start_line <= end_line && it.end_line >= start_line);
}

/** The line of the given code, of one in the text with what was put around it. */
export function lineInCode({ lines, wrapped }: Pick<SubjectCode, 'lines' | 'wrapped'>, line: number): number {
  const linesBefore = (wrapped?.before ?? '').split('\n').length - 1;
  return Math.max(1, Math.min(lines, line - linesBefore));
}

function bodyOf(
  block: ElementBlock,
  declaration: number,
  nodes: number,
  limits: CopyLimits,
): { grams: HashTable; hash: string } | undefined {
  const body = block.bodies.declaration.indexOf(declaration);
  if (body < 0 || nodes < limits.nearNodes) return undefined;
  const range = rangeOf(block, body);
  const grams = gramsOf(block, range);
  return grams.size < limits.grams ? undefined : { grams, hash: rangeHash(block, range) };
}

/** The text around has the name `_`. */
function nameOf({ qualified_name }: DeclarationFacts, isWrapped: boolean): string {
  return isWrapped && qualified_name.startsWith('_.') ? qualified_name.slice(2) : qualified_name;
}
