import { table } from '../table.ts';
import type { Budget } from './budgets.ts';
import { costOf, type Run } from './run.ts';

/** @param least the program of comparison */
export function costTable(
  { costs, files, bytes, rounds, load }: Run,
  programs: readonly string[],
  least: string,
): string {
  const floor = costOf(costs, least).cpu;
  const head = [
    '',
    'wall s',
    'CPU s',
    '(first process)',
    'MB/s',
    'MB/CPU s',
    'files/s',
    'peak MB',
    'processes',
    '× read',
  ];
  const rows = programs.map((name) => {
    const { wall, cpu, first_cpu, peak_pss, processes } = costOf(costs, name);
    return [
      name,
      wall.toFixed(2),
      cpu.toFixed(2),
      first_cpu.toFixed(2),
      (bytes / 1e6 / wall).toFixed(1),
      (bytes / 1e6 / cpu).toFixed(2),
      (files / wall).toFixed(0),
      (peak_pss / 1e6).toFixed(0),
      String(processes),
      (cpu / floor).toFixed(1),
    ];
  });
  const about = `${files} files, ${(bytes / 1e6).toFixed(1)} MB; median by CPU of ${rounds} rounds`;
  const loads = `load of the machine ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after`;
  return `${about}; ${loads}\n\n${table([head, ...rows])}`;
}

export function budgetTable(budgets: readonly Budget[]): string {
  const rows = budgets.map(({ name, unit, limit, least, measured, held }) => [
    name,
    measured.toFixed(measured < 10 ? 2 : 1),
    `${least ? '≥' : '≤'} ${limit}`,
    unit,
    held ? 'held' : 'MISSED',
  ]);
  return table([['budget', 'measured', 'limit', 'unit', ''], ...rows]);
}
