/** The used part of WebAssembly, which `@types/node` does not describe. */
declare global {
  var WebAssembly: {
    /** @template T exports of the module */
    instantiate<T>(bytes: Uint8Array): Promise<{ instance: { exports: T } }>;
  };
}

export {};
