/** A configuration file cannot be used. The message is a problem that a reader of the file can act on. */
export class SettingError extends Error {}

/** The problem of text that breaks the rules of its format at an offset. */
export function invalidAt(format: string, text: string, offset: number): SettingError {
  const line = text.slice(0, offset).split('\n').length;
  return new SettingError(`invalid ${format} on line ${line}`);
}
