const MAX_FILES = 40;
const MAX_TESTS = 40;
const processorOf = ({ processor }) => processor;
const totalOf = ({ total }) => total;
const importsOf = ({ imports }) => imports;

/**
 * @param {string} report lines with the path and the times of a file; the last one of a file counts
 * @returns {Record<string, import('./timing-reporter.ts').FileTiming>} times by file
 */
export function timesOf(report) {
  const lines = report.split('\n').filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => JSON.parse(line)));
}

/**
 * @param {Record<string, import('./timing-reporter.ts').FileTiming>} times by file
 * @returns {string} a table of the slowest files, and then of the slowest tests
 */
export function slowTable(times) {
  const files = Object.entries(times).sort(([, a], [, b]) => b.processor - a.processor || b.total - a.total);
  const sum = (of) => files.reduce((total, [, file]) => total + of(file), 0);
  const tests = files
    .flatMap(([path, file]) => file.tests.map((test) => ({ ...test, path })))
    .sort((a, b) => b.duration - a.duration);
  return [
    row('processor', 'clock', 'imports', 'project', 'test file'),
    ...files
      .slice(0, MAX_FILES)
      .map(([path, file]) =>
        row(seconds(file.processor), seconds(file.total), seconds(file.imports), file.project, path),
      ),
    row(...[processorOf, totalOf, importsOf].map((of) => seconds(sum(of))), '', `all ${files.length} files`),
    '',
    ...tests
      .slice(0, MAX_TESTS)
      .map(({ path, name, duration }) => row('', seconds(duration), '', '', `${path}: ${name}`)),
    '',
  ].join('\n');
}

function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(1);
}

function row(processor, clock, imports, project, name) {
  return `${processor.padStart(9)} ${clock.padStart(8)} ${imports.padStart(8)}  ${project.padEnd(10)} ${name}`;
}
