import { expect, test } from 'vitest';
import { serviceFixture } from '../fixture.ts';
import { type Ask, askGrpc, askMcp, askRest } from './fixture.ts';

const fixture = serviceFixture();

/** Operations that read different tables. */
const OPERATIONS = ['summary', 'projects', 'nodes', 'clones', 'exclusions'];

test('a reindex while MCP, REST and gRPC serve never mixes two snapshots in one answer', {
  timeout: 120_000,
}, async () => {
  const { indexed } = fixture;
  const service = fixture.open();
  const interfaces: Record<string, Ask> = {
    mcp: askMcp(service),
    rest: await askRest(service),
    grpc: await askGrpc(service),
  };
  const texts: Record<string, Set<string>> = { mcp: new Set(), rest: new Set(), grpc: new Set() };
  const states = new Set<string>();
  const addState = async () => {
    for (const operation of OPERATIONS) {
      const outcome = await service.ask({ schema: 'analyzer.request.v1', operation });
      states.add(JSON.stringify(outcome));
    }
  };
  await addState();
  let isDone = false;
  const asking = Object.entries(interfaces).map(async ([name, ask]) => {
    for (let turn = 0; !isDone; turn++) {
      const operation = OPERATIONS[turn % OPERATIONS.length] ?? 'summary';
      texts[name]?.add(JSON.stringify(await ask({ operation })));
    }
  });
  for (let version = 0; version < 3; version++) {
    const functions = Array.from({ length: 30 }, (_, n) => `def more${version}_${n}(a):\n    return a + ${n}\n`);
    await indexed().reindex({ 'billing/app/more.py': functions.join('\n\n') });
    await addState();
  }
  isDone = true;
  await Promise.all(asking);
  expect(states.size).toBeGreaterThan(4 * (OPERATIONS.length - 1));
  for (const [name, answers] of Object.entries(texts)) {
    // Each answer is completely that of one of the four states; several states were seen.
    expect(
      [...answers].filter((answer) => !states.has(answer)),
      name,
    ).toEqual([]);
    const snapshots = new Set([...answers].map((answer) => /"snapshot_id":"(\w+)"/.exec(answer)?.[1]));
    expect(snapshots.size, name).toBeGreaterThan(1);
  }
});
