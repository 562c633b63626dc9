import { type Event, parseEvents, YAMLException } from 'js-yaml';
import type { Findings } from '../findings.ts';
import { grouped, LIMITS } from '../limits.ts';
import { shortened } from '../text/quoted.ts';
import type { Value } from '../tree.ts';
import { treeOf } from './tree-of.ts';

/** Maximum length of a parser message, which may quote the file, in Unicode scalar values. */
const MAX_PROBLEM_LENGTH = 160;
/** The parser also counts the value and the document as levels; the tree builder reports the exact depth. */
const BEYOND = 2;
/** Matches the parser's error for too much nesting. */
const TOO_DEEP = /maxDepth/;

/**
 * Reads the subset of YAML 1.2 that has JSON's data model: one document, string keys, no merge keys, aliases that
 * expand to a bounded number of values. The parser stops at the first error; the lines before it are read.
 *
 * @param text without a byte order mark
 * @returns undefined when nothing could be read
 */
export function readYaml(text: string, findings: Findings): Value | undefined {
  const whole = eventsOf(text);
  if (!('problem' in whole)) return treeOf(text, whole.events, { isPart: false }, findings);
  const { problem } = whole;
  const at = LINE_BEFORE.test(problem) ? lineAbove(text, whole.at) : whole.at;
  const range = { start: at, end: Math.min(at + 1, text.length) };
  if (TOO_DEEP.test(problem)) {
    findings.add('text/too-deep', range, '', { limit: grouped(LIMITS.depth) });
    return undefined;
  }
  findings.add('text/yaml', range, '', { problem: shortened(problem, MAX_PROBLEM_LENGTH) });
  for (let attempt = 0, end = lineStart(text, at); attempt < MAX_ATTEMPTS && end > 0; attempt++) {
    const before = text.slice(0, end);
    const part = eventsOf(before);
    if ('events' in part) {
      return part.events.length === 0 ? undefined : treeOf(before, part.events, { isPart: true }, findings);
    }
    end = Math.min(lineStart(text, end - 1), lineStart(text, part.at));
  }
  return undefined;
}

/** Errors about a line that the parser reports at the start of the next line. */
const LINE_BEFORE = /\bdirective\b|previously declared suffix|YAML version|a multiline key/;

/** For an offset at a line start: the offset of the text of the nearest line above that is not blank. */
function lineAbove(text: string, at: number): number {
  if (lineStart(text, at) !== at) return at;
  const start = lineStart(text, text.slice(0, at).trimEnd().length);
  return start + (/^\s*/.exec(text.slice(start, at))?.[0].length ?? 0);
}

/** How many earlier line starts are tried as the end of the valid part; each attempt parses everything before it. */
const MAX_ATTEMPTS = 8;

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : 1 + Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1));
}

type Parsed = { events: Event[] } | { problem: string; at: number };

function eventsOf(text: string): Parsed {
  try {
    return { events: parseEvents(text, { maxDepth: LIMITS.depth + BEYOND }) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { problem: error.reason, at: Math.min(error.mark?.position ?? 0, text.length) };
  }
}
