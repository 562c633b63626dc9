import { type ProjectFrame, SupervisionFailure } from '#parse/engine.ts';
import type { ScanEvent } from './model.ts';

/** Progress of an engine that scans a complete project; `native/analyzer-rs/src/index/output.rs` writes it. */
export type ProgressFrame =
  | { listed: [files: number, bytes: number] }
  | { read: [files: number, bytes: number] }
  | { relating: true }
  /** A file of Git that had no effect. */
  | { git_problem: [path: string, reason: string] };

export function scanEvent(message: ProgressFrame): ScanEvent {
  if ('relating' in message) return { type: 'relating' };
  if ('git_problem' in message) {
    const [path, reason] = message.git_problem;
    return { type: 'git-problem', path, reason };
  }
  const [type, [files, bytes]] =
    'listed' in message ? (['listed', message.listed] as const) : (['files', message.read] as const);
  return { type, files, bytes };
}

/** The end of frames because the engine failed. */
export class FrameFailure {
  readonly reason: string;
  readonly #isOfSupervision: boolean;

  constructor(error: unknown) {
    this.reason = error instanceof Error ? error.message : String(error);
    this.#isOfSupervision = error instanceof SupervisionFailure;
  }

  /**
   * Reports that the project is scanned file by file. Nothing is reported if the engine refused the project: then the
   * scan file by file refuses it too, with the reason.
   */
  report(onEvent: ((event: ScanEvent) => void) | undefined): void {
    if (this.#isOfSupervision) onEvent?.({ type: 'file-by-file', reason: this.reason });
  }
}

/** The frames of the engine, with its failure as the last one; errors of the consumer are not caught. */
export async function* untilFailure(frames: AsyncIterable<ProjectFrame>): AsyncGenerator<ProjectFrame | FrameFailure> {
  try {
    yield* frames;
  } catch (error) {
    yield new FrameFailure(error);
  }
}
