import { compareBytes } from '@analyzer/contracts/order';
import { GroupClasses } from '#lists/group-classes.ts';
import { repeatedLines, shownGroups } from '#lists/repeated-lines.ts';
import { classOf, FILE_CLASSES } from '#scan/file-classes.ts';
import type { FileEntry, Scan } from '#scan/model.ts';

/** Files whose share is computed: those without any class, and tests. */
export const SHARE_FILES = ['product', 'tests'] as const;

export type ShareFiles = (typeof SHARE_FILES)[number];

export interface Share {
  lines: number;
  /** In copies that a list shows, each line once. */
  repeated: number;
}

export type Shares = Record<ShareFiles, Share>;

/** The largest share of repeated lines that a folder may have. */
export interface ShareLimit {
  percent: number;
  /** `product` by default. */
  files?: ShareFiles;
  /** Relative to the project, by default all of it. */
  folder?: string;
}

export interface ExceededShare extends Required<ShareLimit> {
  share: Share;
  /** Absent without an earlier state. */
  before?: Share;
}

export interface ShareReport {
  now: Shares;
  /** Folders with repeated lines, of their files at any depth, by path. */
  folders: (Shares & { folder: string })[];
  before?: Shares;
  exceeded: ExceededShare[];
}

/** Which share a file counts for; undefined for none. */
export function shareFilesOf(file: FileEntry): ShareFiles | undefined {
  if (classOf(file, FILE_CLASSES) === undefined) return 'product';
  return file.is_test ? 'tests' : undefined;
}

/** The repeated lines of each file of a project that was analyzed. */
export class ProjectShare {
  /** Product code and tests that were analyzed. */
  readonly files: readonly { path: string; files: ShareFiles; share: Share }[];
  /** Ids of the groups that a list shows: of product code, and of product code and tests. */
  readonly shown: Record<ShareFiles, ReadonlySet<string>>;

  constructor(scan: Scan) {
    const shown = { product: shownGroups(scan, []), tests: shownGroups(scan, ['tests']) };
    const classes = new GroupClasses(scan);
    const lines = {
      product: repeatedLines(shown.product.groups, classes),
      tests: repeatedLines(shown.tests.groups, classes),
    };
    this.shown = { product: shown.product.ids, tests: shown.tests.ids };
    this.files = scan.entries.flatMap((entry) => {
      if (entry.kind !== 'file' || entry.facts === undefined || entry.lines === undefined) return [];
      const files = shareFilesOf(entry);
      if (files === undefined) return [];
      return [{ path: entry.path, files, share: { lines: entry.lines, repeated: lines[files].get(entry.path) ?? 0 } }];
    });
  }

  /** @param folder empty for the project */
  in(folder: string): Shares {
    const shares: Shares = { product: { lines: 0, repeated: 0 }, tests: { lines: 0, repeated: 0 } };
    for (const { path, files, share } of this.files) {
      if (folder !== '' && !path.startsWith(`${folder}/`)) continue;
      shares[files].lines += share.lines;
      shares[files].repeated += share.repeated;
    }
    return shares;
  }

  /** Each folder with repeated lines at any depth. */
  folders(): ShareReport['folders'] {
    const names = new Set<string>();
    for (const { path, share } of this.files) {
      if (share.repeated === 0) continue;
      for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) names.add(path.slice(0, end));
    }
    return [...names].sort(compareBytes).map((folder) => ({ folder, ...this.in(folder) }));
  }
}

/**
 * Compares shares with their limits. With an earlier state a share above its limit is a finding only if there are more repeated
 * lines than before: deleting code that occurs once is not a copy.
 */
export function checkShare(limits: readonly ShareLimit[], now: ProjectShare, before?: ProjectShare): ShareReport {
  const exceeded = limits.flatMap(({ percent, files = 'product', folder: written = '' }): ExceededShare[] => {
    const folder = written.replace(/^\.\/|\/+$/g, '');
    const share = now.in(folder)[files];
    if (100 * share.repeated <= percent * share.lines) return [];
    const old = before?.in(folder)[files];
    if (old !== undefined && share.repeated <= old.repeated) return [];
    return [{ percent, files, folder, share, ...(old && { before: old }) }];
  });
  return { now: now.in(''), folders: now.folders(), ...(before && { before: before.in('') }), exceeded };
}
