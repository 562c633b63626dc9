const FAILURE = /\b(fail(ed|ure|s|ing)?|errors?|exception|assert\w*|refused|timed? ?out)\b|[✗✘❌]/i;

/** The line of a multi-line reason that names a failure; else the first line with text. */
export function firstFailingLine(reason: string): string {
  // Most reasons are a single line.
  if (!reason.includes('\n')) return reason.trim();
  const lines = reason.split(/\r?\n/).map((line) => line.trim());
  return lines.find((line) => FAILURE.test(line)) ?? lines.find((line) => line !== '') ?? '';
}
