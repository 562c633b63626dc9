import { compareBytes } from '@analyzer/contracts/order';

/** A group without its occurrences. */
export interface RootGroup {
  /** `function-body`, … */
  kind: string;
  /** 64 hex digits. */
  fingerprint: string;
  /** `g_…`: several `near` groups can have one fingerprint. */
  id: string;
}

/** Where an occurrence is. */
export interface RootPosition {
  /** Label of the project. */
  project: string;
  /** Relative to the project. */
  path: string;
  startByte: number;
}

export interface RootOccurrence extends RootPosition {
  endByte: number;
  /** Only of a `near` group, in thousandths. */
  similarity: number | undefined;
}

/**
 * The canonical line of a group: `g`, kind, fingerprint, id, number of occurrences, number of projects, and the project,
 * path and first byte of the representative, the first occurrence by these three. `docs/specifications/root.md` specifies it.
 */
export function groupLine(
  group: RootGroup,
  { occurrences, projects }: { occurrences: number; projects: number },
  { project, path, startByte }: RootPosition,
): string {
  return line('g', group, [occurrences, projects, escaped(project), escaped(path), startByte]);
}

/** The canonical line of an occurrence: `m`, kind, fingerprint, id, project, path, first byte, end, similarity or nothing. */
export function memberLine(group: RootGroup, occurrence: RootOccurrence): string {
  const { project, path, startByte, endByte, similarity = '' } = occurrence;
  return line('m', group, [escaped(project), escaped(path), startByte, endByte, similarity]);
}

/** The order of representatives: project and path by UTF-8 bytes, then the first byte. */
export function comparePositions(a: RootPosition, b: RootPosition): number {
  return compareBytes(a.project, b.project) || compareBytes(a.path, b.path) || a.startByte - b.startByte;
}

function line(type: 'g' | 'm', { kind, fingerprint, id }: RootGroup, fields: readonly (string | number)[]): string {
  return `${type}\t${kind}\t${fingerprint}\t${id}\t${fields.join('\t')}\n`;
}

/** Backslash, TAB and LF as two characters each, so that a field has none of the separators. */
function escaped(field: string): string {
  return /[\\\t\n]/.test(field)
    ? field.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')
    : field;
}
