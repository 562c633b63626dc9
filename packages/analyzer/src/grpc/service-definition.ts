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
