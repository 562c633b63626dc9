import { createHash } from 'node:crypto';
import { redacted } from '#query/redact/secrets.ts';
import { CheckedFolder } from '../../files/checked-folder.ts';
import { PathProblem } from '../../files/checked-path.ts';
import type { PlanfileProgram } from '../../tracker/planfile/planfile-program.ts';
import { unavailable } from '../../tracker/planfile/unavailable.ts';
import { isTicketId } from '../../tracker/port.ts';
import { neutralText } from '../neutral-text.ts';
import type { Hosting, Publication } from '../port.ts';
import { type Published, readPublished } from './read-published.ts';

/** The host that planfile sends issues to. */
export const GITHUB = 'github.com';

const TOKEN = 'Check the token that planfile uses, for example that of `gh auth login`, and what it permits.';
/** A service refuses longer texts; planfile adds some lines. */
const MAX_TEXT_LENGTH = 60_000;
const CUT = '\n\n[The text ends here. The ticket has all of it.]';

/**
 * A line that Markdown does not show. Planfile compares the first 4,096 characters of a text, and never sends a text that
 * it sent before: the line makes texts different that planfile would not distinguish.
 */
const MARK = /^(?:\[\/\/\]: # \(analyzer [0-9a-f-]+\)\n\n)+/;

/** The issues that planfile creates in a repository of GitHub, for the tickets of one project. */
export class PlanfileHosting implements Hosting {
  readonly #root: string;
  readonly #repository: string;
  readonly #program: PlanfileProgram;

  /**
   * @param root absolute path of the project
   * @param repository organization/repository
   */
  constructor(root: string, repository: string, program: PlanfileProgram) {
    this.#root = root;
    this.#repository = repository;
    this.#program = program;
  }

  async preview(ticketId: string): Promise<Publication> {
    const { published } = await this.#read(ticketId);
    return publicationOf(ticketId, published);
  }

  async sync(ticketId: string): Promise<Publication> {
    const { published, title, body } = await this.#read(ticketId);
    const before = publicationOf(ticketId, published);
    if (before.action === 'none') return before;
    // The id of the ticket is checked, and the repository has no character of an option at its start.
    const values = { root: this.#root, ticket_id: ticketId, repository: this.#repository, title, body };
    const output = await this.#request('publish', values);
    const { published: after } = await this.#read(ticketId);
    if (after.sent !== 'latest' || after.issue === null)
      throw unavailable(this.#failure(ticketId, String(output)), { hint: TOKEN });
    return { ...before, issue: after.issue };
  }

  /** The ticket as it is sent, and what was sent before. */
  async #read(id: string): Promise<{ published: Published; title: string; body: string }> {
    const stored = await this.#published(id, null);
    const title = neutralText(stored.title);
    const text = limited(neutralText(stored.body.replace(MARK, '')));
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const [mark = ''] = MARK.exec(stored.body) ?? [];
    // The sent text may have a renewed mark.
    const isMarked = mark.includes(digest) && stored.body === `${mark}${text}`;
    const body = isMarked ? stored.body : marked(text, digest);
    const published = await this.#published(id, { title, body });
    if (published.sent !== 'earlier') return { published, title, body };
    const renewed = marked(text, `${digest}-${published.count}`);
    return { published: await this.#published(id, { title, body: renewed }), title, body: renewed };
  }

  async #published(id: string, text: { title: string; body: string } | null): Promise<Published> {
    if (!isTicketId(id) || !this.#hasStore()) throw unavailable(`there is no ticket ${JSON.stringify(id)}`);
    return readPublished(await this.#request('published', { ticket_id: id, repository: this.#repository, text }));
  }

  #request(operation: string, values: object): Promise<unknown> {
    return this.#program.request({ root: this.#root, operation, arguments: values });
  }

  #hasStore(): boolean {
    try {
      // Planfile writes into both.
      CheckedFolder.find(this.#root, ['.planfile', 'sync']);
      return CheckedFolder.find(this.#root, ['.planfile']) !== undefined;
    } catch (error) {
      if (!(error instanceof PathProblem)) throw error;
      throw unavailable(`.planfile in ${this.#root} cannot be used: ${error.message}`, { cause: error });
    }
  }

  #failure(id: string, output: string): string {
    const reason = output
      .split('\n')
      .map((line) => line.trim())
      .find((line) => /fail|error|denied|not configured/i.test(line));
    return redacted(`planfile did not sync ${id} with ${this.#repository}: ${reason ?? 'it names no reason'}`);
  }
}

function limited(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : text.slice(0, MAX_TEXT_LENGTH - CUT.length) + CUT;
}

function marked(text: string, mark: string): string {
  return `[//]: # (analyzer ${mark})\n\n${text}`;
}

function publicationOf(ticketId: string, { title, labels, issue, sent }: Published): Publication {
  const action = issue === null ? 'create' : sent === 'latest' ? 'none' : 'update';
  return { ticketId, title, labels, issue, action };
}
