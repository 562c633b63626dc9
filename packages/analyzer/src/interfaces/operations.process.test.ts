import { expect, test } from 'vitest';
import { LAUNCHER, leastParameters, requestOf, serviceFixture, type TestService } from '../fixture.ts';
import { OPERATIONS } from '../operations.ts';
import { askCli, askGrpc, askMcp, askRest } from './fixture.ts';

const fixture = serviceFixture();

async function idsOf(service: TestService): Promise<Record<string, unknown>> {
  const first = async (operation: string, key: string) => {
    const outcome = await service.ask(requestOf(operation));
    if ('error' in outcome) throw new Error(outcome.error.message);
    return Reflect.get(Object(Reflect.get(outcome.ok.data, 'items')[0]), key);
  };
  return { group_id: await first('clones', 'group_id'), node_id: await first('projects', 'node_id') };
}

// Starts one process for each operation.
test('every operation has the same answer in the library and in all interfaces', { timeout: 120_000 }, async () => {
  const service = fixture.open();
  const ids = await idsOf(service);
  const { db } = fixture.indexed();
  const interfaces = {
    cli: askCli(db, LAUNCHER, ['--since', db]),
    mcp: askMcp(service),
    rest: await askRest(service),
    grpc: await askGrpc(service),
  };
  for (const one of OPERATIONS) {
    const { name: operation, params: schema } = one;
    const required = leastParameters(one, ids);
    // A plan cannot be cut.
    const max_chars = operation === 'extraction_plan' ? 200_000 : 20_000;
    const params = 'max_chars' in schema.properties ? { ...required, max_chars } : required;
    const expected = await service.ask(requestOf(operation, params));
    expect(expected, operation).toHaveProperty('ok');
    for (const [name, ask] of Object.entries(interfaces))
      expect(await ask({ operation, params }), `${operation}, ${name}`).toEqual(expected);
  }
});
