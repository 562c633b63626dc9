/**
 * The names of a server on this machine. A request for another one was sent by a web page whose name points to this
 * machine (DNS rebinding).
 */
export function hostsOf(port: number): ReadonlySet<string> {
  return new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`));
}
