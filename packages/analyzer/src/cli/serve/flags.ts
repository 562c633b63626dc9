import type { ServedFiles } from './open-service.ts';

/** Flags of `serve rest` and `serve grpc`. */
export interface NetworkFlags extends ServedFiles {
  port: number;
  /** Of `serve rest` only. */
  hostName?: string[];
}

/** Flags of `serve mcp`. */
export interface McpFlags extends ServedFiles {
  tools: 'all' | 'core';
}
