import type { Readable, Writable } from 'node:stream';
import type { BackgroundReview, ReviewEvents } from '@analyzer/core/review/background.ts';
import type { NetworkOptions, RunningServer, Service } from '@analyzer/core/service/service.ts';
import type { CopyFamily } from '@analyzer/core/session/model.ts';
import type { ProjectSession } from '@analyzer/core/session/session.ts';

interface StdioOptions {
  stdin: Readable;
  stdout: Writable;
  /** Of this program. */
  version: string;
}

interface StdioServer {
  /** Resolves when the client closes the connection. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** A function of a family of copies. */
export interface DraftedCopy {
  path: string;
  name: string;
  /** 1-based. */
  start_line: number;
  kind: CopyFamily['kind'];
}

/** Reads the project in a folder. The caller closes the review. `draft` describes one function for the copies of another one. */
export type OpenProject = (
  folder: string,
  context: ReviewEvents & { signal: AbortSignal },
) => Promise<{ session: ProjectSession; review: BackgroundReview; draft: (copy: DraftedCopy) => Promise<string> }>;

/** Takes the settings of an editor for projects that are opened later. Returns a sentence for each problem. */
export type Configure = (settings: unknown) => string[];

/** The servers that the program's entry passes in; each is loaded only when it starts. */
export interface Servers {
  rest(service: Service, options: NetworkOptions): Promise<RunningServer>;
  grpc(service: Service, options: NetworkOptions): Promise<RunningServer>;
  /** @param options `tools`: which operations are tools; default: all */
  mcp(service: Service, options: StdioOptions & { tools?: 'all' | 'core' | undefined }): Promise<StdioServer>;
  /** @param options `folder`: if the user named one; else the editor names its folders */
  lsp(open: OpenProject, options: StdioOptions & { folder?: string; configure: Configure }): Promise<StdioServer>;
}

/** What the program's entry knows about its installation. */
export interface Installation {
  servers: Servers;
  /** Folder of the built program. */
  folder: string;
  version: string;
}
