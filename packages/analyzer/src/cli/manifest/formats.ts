import type { ManifestDiffV1 } from '@analyzer/contracts/analyzer.manifest-diff.v1';
import type { ManifestReportV1 } from '@analyzer/contracts/analyzer.manifest-report.v1';
import type { CheckedFile } from '@analyzer/core/render/findings/model.ts';
import type { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import product from '../../../package.json' with { type: 'json' };
import { type Formats, indentedJson } from '../options/format.ts';

/** Formats of `manifest validate`. */
export const VALIDATE_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (files, style) => {
      const { renderFindings } = await import('@analyzer/core/render/findings/terminal.ts');
      return renderFindings(files, style);
    },
  },
  json: {
    help: 'json (analyzer.manifest-findings.v1)',
    render: async (files) => [(await import('@analyzer/core/render/findings/json.ts')).renderFindingsJson(files)],
  },
  sarif: {
    help: 'sarif',
    render: async (files) => {
      const { renderSarif } = await import('@analyzer/core/render/findings/sarif.ts');
      return [renderSarif(files, product.version)];
    },
  },
  github: {
    help: 'github',
    render: async (files) => (await import('@analyzer/core/render/findings/github.ts')).renderGithub(files),
  },
} satisfies Formats<[readonly CheckedFile[], TerminalStyle]>;

/** Paths that a report names, and the style for terminals. */
interface View {
  manifest: string;
  project: string;
  style: TerminalStyle;
}

/** Formats of `manifest check`. */
export const CHECK_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (report, { style }) => {
      const { renderReport } = await import('@analyzer/core/render/report-terminal.ts');
      return renderReport(report, style);
    },
  },
  json: { help: 'json (analyzer.manifest-report.v1)', render: indentedJson },
  sarif: {
    help: 'sarif',
    render: async (report, { manifest, project }) => {
      const { renderReportSarif } = await import('@analyzer/core/render/report-sarif.ts');
      return [renderReportSarif(report, manifest, project, product.version)];
    },
  },
} satisfies Formats<[ManifestReportV1, View]>;

/** Formats of `manifest diff`. */
export const DIFF_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (diff) => (await import('./diff-lines.ts')).diffLines(diff),
  },
  json: { help: 'json (analyzer.manifest-diff.v1)', render: indentedJson },
} satisfies Formats<[ManifestDiffV1]>;

export type ValidateFormat = keyof typeof VALIDATE_FORMATS;
export type CheckFormat = keyof typeof CHECK_FORMATS;
export type DiffFormat = keyof typeof DIFF_FORMATS;
