import { type Path, pointerTo } from './pointer.ts';
import { filled, type Layer, layerOf, RULES, type RuleDetails, type RuleId, ruleOf, type Severity } from './rules.ts';
import type { Positions } from './text/positions.ts';
import type { Place } from './tree.ts';

/** One thing that is to be said about a manifest. */
export interface Finding {
  layer: Layer;
  rule: RuleId;
  severity: Severity;
  /** JSON Pointer (RFC 6901) to the value it is about; for text that belongs to no value, to the one around it. */
  pointer: string;
  /** 1-based; columns in Unicode scalar values, a byte order mark not counted. */
  line: number;
  column: number;
  /** Behind its last character. */
  end_line: number;
  end_column: number;
  message: string;
  remedy: string;
}

/** What is found, in order of its place. More than can be of use to anybody is only counted. */
export class Findings {
  readonly #positions: Positions;
  readonly #most: number;
  readonly #kept: { start: number; finding: Finding }[] = [];
  #omitted = 0;
  #isFatal = false;

  constructor(positions: Positions, most: number) {
    this.#positions = positions;
    this.#most = most;
  }

  /** @param path to the value, or its pointer */
  add<Id extends RuleId>(rule: Id, place: Place, path: Path | string | undefined, details: RuleDetails<Id>): void {
    const { severity, message, remedy, fatal } = ruleOf(rule);
    if (fatal === true) this.#isFatal = true;
    if (this.#kept.length >= this.#most) {
      this.#omitted += 1;
      return;
    }
    const start = this.#positions.of(place.start);
    const end = this.#positions.of(Math.max(place.start, place.end));
    this.#kept.push({
      start: place.start,
      finding: {
        layer: layerOf(rule),
        rule,
        severity,
        pointer: typeof path === 'string' ? path : pointerTo(path),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        message: filled(message, details),
        remedy: filled(remedy, details),
      },
    });
  }

  /** What the file has in a place. */
  textAt({ start, end }: Place): string {
    return this.#positions.textAt(start, end);
  }

  /** Line and column as details have them. */
  at(offset: number): { line: string; column: string } {
    const { line, column } = this.#positions.of(offset);
    return { line: String(line), column: String(column) };
  }

  /** Something kept the whole file from being read. */
  get isFatal(): boolean {
    return this.#isFatal;
  }

  /** How many were only counted. */
  get omitted(): number {
    return this.#omitted;
  }

  /** In order of their place, those of one place in the order of the rules. */
  inOrder(): Finding[] {
    return this.#kept
      .sort((a, b) => a.start - b.start || (RANK.get(a.finding.rule) ?? 0) - (RANK.get(b.finding.rule) ?? 0))
      .map(({ finding }) => finding);
  }
}

const RANK = new Map(Object.keys(RULES).map((id, index): [string, number] => [id, index]));
