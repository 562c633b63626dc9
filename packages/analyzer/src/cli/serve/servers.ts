import type { NetworkOptions, RunningServer, Service } from '@analyzer/core/service/service.ts';

/** The servers that the program's entry passes in; each is loaded only when it starts. */
export interface Servers {
  rest(service: Service, options: NetworkOptions): Promise<RunningServer>;
}

/** What the program's entry knows about its installation. */
export interface Installation {
  servers: Servers;
  /** Folder of the built program. */
  folder: string;
}
