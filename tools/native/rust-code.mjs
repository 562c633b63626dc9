/** Rust source with parts as spaces, so that positions and line breaks stay. It knows as much of Rust as that needs. */

/** Comments, strings and character literals as spaces. */
export function blankedLiterals(code) {
  return code.replaceAll(LITERAL, blanked);
}

/** Comments as spaces. */
export function blankedComments(code) {
  return code.replaceAll(LITERAL, (text) => (/^\/[/*]/u.test(text) ? blanked(text) : text));
}

/**
 * @param {string} code with blank literals
 * @returns {[number, number][]} start and end of the items that are compiled for tests only, each with its attribute
 */
export function testItems(code) {
  return [...code.matchAll(/#\[cfg\((?:all\()?test\b[^\]]*\]/gu)].map(({ index }) => [index, endOfItem(code, index)]);
}

/** @returns the position after the closing brace or semicolon of the item that starts at `from` */
export function endOfItem(code, from) {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '{') depth++;
    if (code[at] === '}' && --depth === 0) return at + 1;
    if (code[at] === ';' && depth === 0) return at + 1;
  }
  return code.length;
}

/** @returns the code with the ranges as spaces */
export function withoutRanges(code, ranges) {
  let rest = code;
  for (const [start, end] of ranges) rest = rest.slice(0, start) + blanked(rest.slice(start, end)) + rest.slice(end);
  return rest;
}

const LITERAL =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\b(?:b|c)?r(#*)"[\s\S]*?"\1|\b[bc]?"(?:\\[\s\S]|[^"\\])*"|"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\[^\n]{1,12}?|[^'\\\n])'/gu;

function blanked(text) {
  return text.replaceAll(/[^\n]/gu, ' ');
}
