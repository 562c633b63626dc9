/**
 * Characters that a terminal interprets (C1 controls, such as U+009B, which starts a sequence) or that change the order in
 * which text is shown, so that it reads differently from what it is ("Trojan Source", CVE-2021-42574).
 */
const CONTROLS = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Writes C1 and bidirectional control characters as `\u202e`: visible in text, and the same string in JSON. */
export function visibleControls(text: string): string {
  return text.replace(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As `JSON.stringify`, with control characters as escapes only. */
export function jsonText(value: unknown, indent?: number): string {
  return visibleControls(JSON.stringify(value, undefined, indent));
}
