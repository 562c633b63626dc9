/** Not visible, and between two characters that a hosting service would otherwise read together. */
const SEPARATOR = '\u200B';

/** Forms that notify people, close or link issues, or are hidden. The separator follows the match. */
const FORMS: readonly RegExp[] = [
  /@(?=[A-Za-z0-9])/g,
  /#(?=\d)/g,
  /\bGH-(?=\d)/gi,
  /github\.com\/[^\s/]{1,100}\/[^\s/]{1,100}\/(?=(?:issues|pull|commit|discussions)\b)/gi,
  /<(?=!--)/g,
];

/**
 * A text that a hosting service shows without effects: `@name`, `#1`, `fixes #1`, addresses of issues and hidden comments
 * stay readable text. The result of a neutral text is the same text.
 */
export function neutralText(text: string): string {
  let result = text;
  for (const form of FORMS) result = result.replace(form, (match) => match + SEPARATOR);
  return result;
}
