import { type Path, pointerTo } from './pointer.ts';
import { filled, type Layer, layerOf, RULES, type RuleDetails, type RuleId, ruleOf, type Severity } from './rules.ts';
import type { Positions } from './text/positions.ts';
import type { TextRange } from './tree.ts';

/** One problem of a manifest. */
export interface Finding {
  layer: Layer;
  rule: RuleId;
  severity: Severity;
  /** JSON Pointer (RFC 6901) to the value; for text outside of values, to the enclosing value. */
  pointer: string;
  /** 1-based; columns in Unicode scalar values, a byte order mark not counted. */
  line: number;
  column: number;
  /** Exclusive. */
  end_line: number;
  end_column: number;
  message: string;
  remedy: string;
}

/** Collects findings up to a limit; further ones are only counted. */
export class Findings {
  readonly #positions: Positions;
  readonly #most: number;
  readonly #list: { start: number; finding: Finding }[] = [];
  #omitted = 0;
  #isFatal = false;

  constructor(positions: Positions, most: number) {
    this.#positions = positions;
    this.#most = most;
  }

  /** @param path to the value, or its pointer */
  add<Id extends RuleId>(rule: Id, range: TextRange, path: Path | string | undefined, details: RuleDetails<Id>): void {
    const { severity, message, remedy, fatal } = ruleOf(rule);
    if (fatal === true) this.#isFatal = true;
    if (this.#list.length >= this.#most) {
      this.#omitted += 1;
      return;
    }
    const start = this.#positions.of(range.start);
    const end = this.#positions.of(Math.max(range.start, range.end));
    this.#list.push({
      start: range.start,
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

  textAt({ start, end }: TextRange): string {
    return this.#positions.textAt(start, end);
  }

  /** Line and column as strings, for message details. */
  at(offset: number): { line: string; column: string } {
    const { line, column } = this.#positions.of(offset);
    return { line: String(line), column: String(column) };
  }

  /** Whether a finding prevented reading the complete file. */
  get isFatal(): boolean {
    return this.#isFatal;
  }

  /** Number of findings above the limit. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Ordered by start offset, then by the order of `RULES`. */
  inOrder(): Finding[] {
    return this.#list
      .sort((a, b) => a.start - b.start || (RANK.get(a.finding.rule) ?? 0) - (RANK.get(b.finding.rule) ?? 0))
      .map(({ finding }) => finding);
  }
}

const RANK = new Map(Object.keys(RULES).map((id, index): [string, number] => [id, index]));
