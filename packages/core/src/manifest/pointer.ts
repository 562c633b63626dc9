/** JSON Pointers (RFC 6901), built only for findings. */

/** The path from the root to a value, as a linked list. */
export interface Path {
  parent: Path | undefined;
  step: string | number;
}

/** UTF-16 units after which a pointer is cut with `…`: keys can be as long as the file. */
const LONGEST = 2000;

export function pointerTo(path: Path | undefined): string {
  const steps: string[] = [];
  for (let at = path; at !== undefined; at = at.parent) {
    steps.push(typeof at.step === 'number' ? `/${at.step}` : `/${escaped(at.step)}`);
  }
  return cut(steps.reverse());
}

export function pointerOf(steps: readonly (string | number)[]): string {
  return cut(steps.map((step) => (typeof step === 'number' ? `/${step}` : `/${escaped(step)}`)));
}

function cut(steps: readonly string[]): string {
  let pointer = '';
  for (const step of steps) {
    pointer += step.length > LONGEST ? step.slice(0, LONGEST) : step;
    if (pointer.length >= LONGEST) return `${pointer.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  return pointer;
}

function escaped(name: string): string {
  const start = name.length > LONGEST ? name.slice(0, LONGEST + 1) : name;
  return start.replaceAll('~', '~0').replaceAll('/', '~1');
}
