import { AnalyzerError } from '@analyzer/contracts';
import type { ProjectFiles } from '../../files/project-files.ts';

/** Name of the file that marks a folder of tickets, and its first bytes; `languages/exclusions.json` lists both. */
export const MARKER_FILE = '.analyzer-tickets';
export const MARKER = 'analyzer tickets v1';
const MARKER_TEXT = `${MARKER}\nThis folder contains tickets of analyzer, one Markdown file each. Scans exclude it because of this file.\n`;

const LARGEST_MARKER = 64 * 1024;

/** Whether the folder carries the marker. */
export function isTicketFolder(files: ProjectFiles, folder: string): boolean {
  const marker = files.read(`${folder}/${MARKER_FILE}`, LARGEST_MARKER);
  return marker?.toString('utf8').startsWith(MARKER) ?? false;
}

/**
 * Checks that the project has no other files in the folder. Changes nothing.
 *
 * @throws AnalyzerError `tracker_unavailable` if the project uses the folder for something else
 */
export function requireFreeFolder(files: ProjectFiles, folder: string): void {
  if (isTicketFolder(files, folder)) return;
  // A partial file remains if a process ended while it wrote the marker.
  const isUsed = files.list(folder).some(({ name }) => !/^\.analyzer-.*\.partial$/.test(name));
  if (isUsed) {
    throw new AnalyzerError(
      'tracker_unavailable',
      { problem: `${folder} in ${files.root} is not a folder of tickets: it has other files and no ${MARKER_FILE}` },
      { hint: 'Name another folder with --ticket-folder.' },
    );
  }
}

/** Marks a missing or empty folder. @throws AnalyzerError `tracker_unavailable` as `requireFreeFolder` */
export function requireTicketFolder(files: ProjectFiles, folder: string): void {
  requireFreeFolder(files, folder);
  if (!isTicketFolder(files, folder)) files.write(`${folder}/${MARKER_FILE}`, MARKER_TEXT);
}
