import type { ServiceDefinition } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';

/** Full name of the service. */
export const SERVICE = 'analyzer.v1.Analyzer';

/** The service in a loaded protobuf definition. */
export function serviceOf(definitions: PackageDefinition): ServiceDefinition {
  const definition = definitions[SERVICE];
  if (definition === undefined || 'format' in definition) throw new RangeError(`${SERVICE} is not a service`);
  return definition;
}

/** A message that is not one of its method. */
export const UNREADABLE = {};

/** The definition for a server: an unreadable message reaches its handler, because the package answers INTERNAL to it. */
export function withUnreadable(definition: ServiceDefinition): ServiceDefinition {
  return Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      {
        ...method,
        requestDeserialize: (bytes: Buffer): object => readOr(UNREADABLE, method.requestDeserialize, bytes),
      },
    ]),
  );
}

function readOr(fallback: object, read: (bytes: Buffer) => object, bytes: Buffer): object {
  try {
    return read(bytes);
  } catch {
    return fallback;
  }
}
