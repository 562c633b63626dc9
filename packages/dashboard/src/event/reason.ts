/** An error with its name and message, such as `TypeError: x is not a function`, or pytest's `E   assert 1 == 2`. */
const NAMED =
  /^(?:E {2,}\S|(?:Uncaught |Caused by: |error: |thread '.*' panicked at )?(?:[\w$]+[.:])*(?:[A-Z][\w$]*)?(?:Error|Exception|Failure|Timeout|Panic)\b(?: \[\w+\])?:\s*\S)|^thread '.*' panicked at |^panic: \S/;
/** What some tools write for an error or a difference. */
const MARKED =
  /^(?:[✗✘❌✕×●] |not ok \d+|--- FAIL: |FAIL(?:ED)? \S.*::|AssertionError\b)|\bexpected\b.{1,200}\b(?:got|received)\b/i;
const FAILURE = /\b(fail(ed|ure|s|ing)?|errors?|exception|assert\w*|refused|timed? ?out)\b|[✗✘❌]/i;
/** A count of results says that something failed, but not what. */
const SUMMARY =
  /^\W*(?:FAILED|failed|Tests?:?|Failures?:?)?\W*\(?\d+ (?:of \d+|failed|failures?|errors?|passed|tests?)\b|^=+ .* =+$|^\W*FAIL(?:ED|URES?)?\W*$/;

/**
 * The line of a multi-line reason that names the failure: an error with its message, else the first line that looks like
 * a failure and is not a count, else any of these, else the first line with text.
 */
export function firstFailingLine(reason: string): string {
  // Most reasons are a single line.
  if (!reason.includes('\n')) return reason.trim();
  const lines = reason.split(/\r?\n/).map((line) => line.trim());
  const failing = lines.filter((line) => FAILURE.test(line));
  return (
    lines.find((line) => NAMED.test(line)) ??
    lines.find((line) => MARKED.test(line) && !SUMMARY.test(line)) ??
    failing.find((line) => !SUMMARY.test(line)) ??
    failing[0] ??
    lines.find((line) => line !== '') ??
    ''
  );
}
