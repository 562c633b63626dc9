/** What is used of WebAssembly; Node has it, `@types/node` does not describe it. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  /** @template T what the module exports */
  function instantiate<T>(bytes: Uint8Array): Promise<{ instance: { exports: T } }>;
}
