import type { TreeSource } from '#tree/source.ts';
import type { Scan } from './model.ts';

/** The texts of a scanned project's files by path, without those whose facts have other positions, or that changed since the scan. */
export async function textsOf(scan: Scan, source: TreeSource, signal?: AbortSignal): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const entry of scan.entries) {
    if (entry.kind !== 'file' || entry.facts === undefined || entry.encoding !== undefined) continue;
    if (entry.name_lossy === true || entry.dialect === 'jupyter-notebook') continue;
    const reading = await source.read({ path: entry.path }, entry.size, signal);
    if ('reason' in reading || reading.bytes === undefined || reading.sha256 !== entry.sha256) continue;
    const text = Buffer.from(reading.bytes).toString();
    const isChanged = entry.language === 'bash' && text.includes('\r');
    if (!text.startsWith('\uFEFF') && !isChanged) texts.set(entry.path, text);
  }
  return texts;
}
