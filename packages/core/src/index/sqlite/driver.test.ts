import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from './driver.ts';

test('opening a database prints no warning of Node about its SQLite', async () => {
  const load = vi.spyOn(process, 'getBuiltinModule');
  load.mockImplementation(() => {
    process.emitWarning('SQLite is an experimental feature', 'ExperimentalWarning');
    return undefined;
  });
  onTestFinished(() => load.mockRestore());
  const { emitWarning } = process;
  const warned = vi.fn();
  process.on('warning', warned);
  onTestFinished(() => {
    process.off('warning', warned);
  });
  (await openDatabase(':memory:', { readOnly: false })).close();
  await new Promise(setImmediate);
  expect(load).toHaveBeenCalledWith('node:sqlite');
  expect(warned).not.toHaveBeenCalled();
  // Later warnings are printed.
  expect(process.emitWarning).toBe(emitWarning);
});

test('the schema of a file calls no function of this program', async () => {
  const database = await openDatabase(':memory:', { readOnly: false });
  onTestFinished(() => database.close());
  const called = vi.fn(() => 1);
  database.function('called', called);
  database.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1); CREATE VIEW v AS SELECT called() FROM t');
  expect(() => database.prepare('SELECT * FROM v').all()).toThrow('unsafe use of called()');
  expect(called).not.toHaveBeenCalled();
  expect(database.prepare('SELECT called() AS it FROM t').all()).toHaveLength(1);
});
