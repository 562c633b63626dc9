import type { Readable } from 'node:stream';
import {
  type DataCallback,
  type Disposable,
  ErrorCodes,
  Message,
  Position,
  Range,
  type RequestMessage,
  ResponseError,
  StreamMessageReader,
} from 'vscode-languageserver/node';

/** Whether a parameter of a request is what the protocol says. */
const CHECKS = {
  textDocument: (value: unknown) => typeof value === 'object' && value !== null && 'uri' in value && isText(value.uri),
  position: (value: unknown) => Position.is(value),
  range: (value: unknown) => Range.is(value),
  context: (value: unknown) => typeof value === 'object' && value !== null,
  previousResultIds: (value: unknown) => Array.isArray(value),
  command: isText,
} satisfies Record<string, (value: unknown) => boolean>;

export type ParameterName = keyof typeof CHECKS;

/** @throws {ResponseError} `InvalidParams`, with the name of the first malformed one */
export function requireParameters(params: unknown, names: readonly ParameterName[]): void {
  for (const name of names) {
    const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
    if (!CHECKS[name](value)) {
      throw new ResponseError(ErrorCodes.InvalidParams, `the parameter ${name} is missing or malformed`);
    }
  }
}

/** Reads messages of a stream. The library fails with the text of an internal error for a request without parameters. */
export class CheckedReader extends StreamMessageReader {
  /** @param onNoJson called for each text that is not JSON, which has no other answer */
  constructor(stream: Readable, onNoJson: () => void) {
    const decode = async (text: Uint8Array): Promise<Message> => {
      try {
        return JSON.parse(Buffer.from(text).toString());
      } catch (error) {
        onNoJson();
        throw error;
      }
    };
    super(stream, { contentTypeDecoder: { name: 'application/json', decode } });
  }

  override listen(callback: DataCallback): Disposable {
    return super.listen((message) => callback(withParameters(message)));
  }
}

/** `shutdown` has none. */
function withParameters(message: Message): Message {
  if (!Message.isRequest(message) || message.method === 'shutdown') return message;
  if (typeof message.params === 'object' && message.params !== null) return message;
  const complete: RequestMessage = { ...message, params: {} };
  return complete;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
