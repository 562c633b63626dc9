/** Inputs that grow: the files of a project by path. What `n` counts is in the name. */
export interface Family {
  name: string;
  /** The smallest `n`; the others are twice and four times as large. */
  from: number;
  make(n: number): Map<string, string>;
}

/** Files of about this size: the program reads larger ones too, but people write no such files. */
const FILE_BYTES = 400_000;

/** Numbered texts, one after another in files of about the same size. */
export function inFiles(
  name: (file: number) => string,
  count: number,
  text: (at: number) => string,
): Map<string, string> {
  const files = new Map<string, string>();
  let open = '';
  const close = () => {
    if (open !== '') files.set(name(files.size), open);
    open = '';
  };
  for (let at = 0; at < count; at++) {
    open += text(at);
    if (open.length >= FILE_BYTES) close();
  }
  close();
  return files;
}

/** `count` texts, joined. */
export function times(count: number, text: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => text(at)).join('');
}
