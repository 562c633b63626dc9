import { join } from 'node:path';
import { startPostgres, type TestServer, WITHOUT_POSTGRES } from '@analyzer/core/postgres/postgres-fixture.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killDashboards } from './kill-fixture.ts';

const program = join(import.meta.dirname, '../../bin/dashboard.js');

describe.skipIf(WITHOUT_POSTGRES !== undefined)('killed dashboards with a shared store', () => {
  let postgres: TestServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  it('have each acknowledged event once, also after PostgreSQL was killed', { timeout: 180_000 }, async () => {
    const { acknowledged, ...outcome } = await killDashboards({
      ...{ program, postgres },
      ...{ dashboards: 3, clients: 1, pauseMs: 2, rounds: 9 },
    });
    expect(acknowledged).toBeGreaterThan(100);
    expect(outcome).toEqual({ kills: 6, serverKills: 3, lost: 0, duplicates: 0, different: 0 });
  });
});
