import { invalidRequest, pointerStep, shown } from './field-errors.ts';

/** An object or list around the current position. */
interface Level {
  /** Undefined for a list. */
  keys: Set<string> | undefined;
  /** JSON pointer of it. */
  pointer: string;
  /** Of the current value in it. */
  step: string;
  index: number;
}

/**
 * Refuses an object with the same key twice, of which `JSON.parse` keeps the last: two readers of such a request could
 * disagree about what it asks.
 *
 * @param text valid JSON
 * @throws AnalyzerError `invalid_request`
 */
export function requireUniqueKeys(text: string): void {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at++) {
    const level = levels.at(-1);
    const char = text[at];
    if (char === '{' || char === '[') {
      const pointer = level === undefined ? '' : level.pointer + (level.keys ? level.step : `/${level.index}`);
      levels.push({ keys: char === '{' ? new Set() : undefined, pointer, step: '', index: 0 });
    } else if (char === '}' || char === ']') levels.pop();
    else if (char === ',' && level !== undefined) level.index++;
    else if (char === '"') {
      const end = endOfString(text, at);
      if (level?.keys !== undefined && isKey(text, end)) enter(level, level.keys, text.slice(at, end));
      at = end - 1;
    }
  }
}

/** @param start of its opening quote */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** Whether a string that ends here is followed by a colon. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text[at] ?? '')) at++;
  return text[at] === ':';
}

/** @param written the key as it is written, with quotes */
function enter(level: Level, keys: Set<string>, written: string): void {
  const key = String(JSON.parse(written));
  level.step = pointerStep(key);
  if (keys.has(key)) {
    const message = `duplicate key "${shown(key)}"`;
    throw invalidRequest([{ pointer: level.pointer + level.step, code: 'not_allowed', message }]);
  }
  keys.add(key);
}
