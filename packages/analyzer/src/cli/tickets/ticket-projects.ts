import { DiskFiles } from '@analyzer/core/extract/files/disk-files.ts';
import type { TicketProject } from '@analyzer/core/extract/materialize/materialize.ts';
import type { Checkout, ExtractionState } from '@analyzer/core/extract/state/model.ts';
import { EmbeddedTracker } from '@analyzer/core/extract/tracker/embedded/embedded-tracker.ts';

/** Opens the projects with tickets, by label. */
export function openTicketProjects(
  checkouts: readonly Checkout[],
  { folder }: ExtractionState['tracker'],
): Map<string, TicketProject> {
  return new Map(
    checkouts.map((checkout) => {
      const files = new DiskFiles(checkout.root);
      return [checkout.project, { checkout, files, tracker: new EmbeddedTracker(files, folder ?? '') }];
    }),
  );
}
