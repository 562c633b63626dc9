import { OPERATIONS } from '../../operations.ts';

/** The operations with the first sentence of their descriptions, as a section of the help. */
export function operationList(): string {
  const width = Math.max(...OPERATIONS.map(({ name }) => name.length));
  const lines = OPERATIONS.map(({ name, description }) => `  ${name.padEnd(width)}  ${firstSentence(description)}\n`);
  return `Operations:\n${lines.join('')}`;
}

/** Without the details after a colon. */
function firstSentence(description: string): string {
  return description.split(/[.:] /, 1)[0]?.replace(/\.$/, '') ?? description;
}
