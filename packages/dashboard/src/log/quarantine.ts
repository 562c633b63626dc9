import { appendFile, stat } from 'node:fs/promises';

const LIMIT = 1024 * 1024;

/** Keeps lines that are no events beside the log, up to 1 MiB in all; a person may mend and import them. */
export async function quarantine(path: string, lines: readonly Buffer[]): Promise<void> {
  let room = LIMIT - ((await stat(path).catch(() => undefined))?.size ?? 0);
  const kept: Buffer[] = [];
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line, Buffer.from('\n'));
  }
  if (kept.length > 0) await appendFile(path, Buffer.concat(kept), { mode: 0o600 });
}
