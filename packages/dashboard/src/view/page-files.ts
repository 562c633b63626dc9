import { readFileSync } from 'node:fs';
import type { Baseline, Capture } from '@analyzer/contracts/pages/captures';
import type { PageModel, View } from '@analyzer/contracts/pages/dashboard';
import type { StatusModel } from '@analyzer/contracts/pages/status';

/** The build output of `packages/web/src/dashboard`. */
export interface PageFiles {
  /** Renders the page as HTML; without a model, the frame with the login form. */
  renderPage(model: PageModel | undefined, origin: string): string;
  /** Renders the status page as HTML. */
  renderStatus(model: StatusModel): string;
  /** Parses the query of a URL. */
  readView(query: URLSearchParams): View;
  /** The capture that another one is compared with. */
  earlierOf(
    after: Capture,
    captures: readonly Capture[],
    baseline: Baseline | undefined,
    against: string,
  ): Capture | null;
  script: Buffer;
  style: Buffer;
}

/** @param folder of the build output: the folder of the program */
export async function pageFiles(folder: URL): Promise<PageFiles> {
  const page: Omit<PageFiles, 'script' | 'style'> = await import(new URL('page-server.js', folder).href);
  const file = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, folder));
  return { ...page, script: file('dashboard.js'), style: file('dashboard.css') };
}
