import { lastName } from '../globs/glob.ts';
import type { TreePath } from '../location.ts';
import type { TreeSource } from '../source.ts';
import { bytesOf } from './git-files.ts';
import { IgnoreRules } from './ignore-rules.ts';

const NAME = '.gitattributes';
/** Larger files have no effect. */
const MAX_BYTES = 1024 * 1024;

/** The lines of one file that set the attribute. */
interface Layer {
  /** Path of the directory with its slash; empty for the root. */
  base: string;
  rules: IgnoreRules;
  /** By the number of the line; undefined if it is unspecified again. */
  values: ReadonlyMap<number, boolean | undefined>;
}

/** What the `.gitattributes` files of a source say about `linguist-generated`, by which code hosts know generated files. */
export class GitAttributes {
  /** Deeper directories first. */
  readonly #layers: readonly Layer[];

  constructor(layers: readonly Layer[]) {
    this.#layers = [...layers].sort((a, b) => b.base.length - a.base.length);
  }

  /** @param listed the paths of the source; others are not looked for */
  static async read(source: TreeSource, listed: readonly TreePath[]): Promise<GitAttributes> {
    const layers: Layer[] = [];
    for (const file of listed) {
      if (lastName(file.path) !== NAME) continue;
      const reading = await source.read(file, MAX_BYTES);
      if ('reason' in reading || reading.bytes === undefined) continue;
      const layer = layerOf(Buffer.from(reading.bytes).toString('latin1'), bytesOf(file).slice(0, -NAME.length));
      if (layer.values.size > 0) layers.push(layer);
    }
    return new GitAttributes(layers);
  }

  /** @returns undefined if no line decides it */
  isGenerated(file: TreePath): boolean | undefined {
    if (this.#layers.length === 0) return undefined;
    const path = bytesOf(file);
    for (const { base, rules, values } of this.#layers) {
      if (!path.startsWith(base)) continue;
      const rule = rules.last(path.slice(base.length), path.slice(path.lastIndexOf('/') + 1), false);
      if (rule !== undefined) return values.get(rule.line);
    }
    return undefined;
  }
}

/** Only the patterns of the lines with the attribute are rules, each in its line. */
function layerOf(text: string, base: string): Layer {
  const values = new Map<number, boolean | undefined>();
  const patterns = text.split('\n').map((line, at) => {
    const [pattern = '', ...attributes] = line.trim().split(/[ \t\r]+/);
    const last = attributes.findLast((it) => /^[-!]?linguist-generated(?:=|$)/.test(it));
    if (last === undefined || /^["!#]/.test(pattern) || pattern.startsWith('[attr]')) return '';
    values.set(at + 1, last.startsWith('!') ? undefined : !/^-|=false$/.test(last));
    return pattern;
  });
  return { base, rules: new IgnoreRules(Buffer.from(patterns.join('\n'), 'latin1')), values };
}
