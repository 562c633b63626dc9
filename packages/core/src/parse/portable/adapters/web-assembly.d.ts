/** What is used of WebAssembly: Node has it, and `@types/node` does not describe it. */
declare global {
  var WebAssembly: {
    /** @template T what the module exports */
    instantiate<T>(bytes: Uint8Array): Promise<{ instance: { exports: T } }>;
  };
}

export {};
