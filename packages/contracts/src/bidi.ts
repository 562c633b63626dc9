/**
 * Characters that change the order in which text is shown, so that it reads differently from what it is ("Trojan
 * Source", CVE-2021-42574).
 */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Writes bidirectional control characters as `\u202e`: visible in text, and the same string in JSON. */
export function visibleBidi(text: string): string {
  return text.replace(BIDI, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
