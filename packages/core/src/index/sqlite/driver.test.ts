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
