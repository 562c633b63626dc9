import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type Server } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredIssue } from '../hosting-fixture.ts';

const API = 'api.github.com';
const LARGEST_BODY = 65_536;

interface Issue extends StoredIssue {
  labels: string[];
}

/**
 * The part of GitHub's interface that planfile uses, on this machine: a proxy leads connections for api.github.com to an
 * HTTPS server with a certificate of its own, and refuses all others.
 */
export class GitHubService {
  readonly token = `ghp_${'Ab3'.repeat(12)}`;
  /** `METHOD path` of each request. */
  readonly requests: string[] = [];
  /** Hosts that a client wanted to reach. */
  readonly hosts: string[] = [];
  readonly issues: Issue[] = [];
  isRefusing = false;
  readonly #folder = mkdtempSync(join(tmpdir(), 'analyzer-github-'));
  readonly #repository: string;
  readonly #labels = new Set<string>();
  readonly #sockets = new Set<Socket>();
  readonly #api: Server;
  readonly #proxy: TcpServer;

  private constructor(repository: string) {
    this.#repository = repository;
    const [key, cert] = [join(this.#folder, 'key.pem'), this.#certificate];
    const subject = ['-subj', `/CN=${API}`, '-addext', `subjectAltName=DNS:${API}`, '-days', '2'];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'pipe' });
    this.#api = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => this.#answer(request, Buffer.concat(pieces).toString('utf8'), response));
    });
    this.#proxy = createServer((socket) => this.#tunnel(socket));
  }

  /** @param repository the only one, as organization/repository */
  static async start(repository: string): Promise<GitHubService> {
    const service = new GitHubService(repository);
    for (const server of [service.#api, service.#proxy]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    }
    return service;
  }

  /** The environment of a client that reaches this service only. */
  get environment(): Record<string, string> {
    const proxy = `http://127.0.0.1:${portOf(this.#proxy)}`;
    return {
      HTTPS_PROXY: proxy,
      https_proxy: proxy,
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      NO_PROXY: '',
      no_proxy: '',
      REQUESTS_CA_BUNDLE: this.#certificate,
      GITHUB_TOKEN: this.token,
    };
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of [this.#api, this.#proxy]) await new Promise((resolve) => server.close(resolve));
    rmSync(this.#folder, { recursive: true });
  }

  get #certificate(): string {
    return join(this.#folder, 'certificate.pem');
  }

  #tunnel(client: Socket): void {
    this.#keep(client);
    client.once('data', (start: Buffer) => {
      const [, host = ''] = /^CONNECT ([^\s:]+):443 /.exec(start.toString('latin1')) ?? [];
      this.hosts.push(host);
      if (host !== API) {
        client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        return;
      }
      const server = connect(portOf(this.#api), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(server).pipe(client);
      });
      this.#keep(server);
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
  }

  #answer({ method = '', url = '', headers }: IncomingMessage, text: string, response: ServerResponse): void {
    const { pathname } = new URL(url, `https://${API}`);
    this.requests.push(`${method} ${pathname}`);
    const [status, value] = this.#checked(method, pathname, headers.authorization ?? '', text);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
  }

  #checked(method: string, pathname: string, authorization: string, text: string): [number, unknown] {
    if (!authorization.endsWith(this.token)) return [401, { message: 'Bad credentials' }];
    if (this.isRefusing) return [403, { message: 'Resource not accessible by personal access token' }];
    const root = `/repos/${this.#repository}`;
    if (pathname !== root && !pathname.startsWith(`${root}/`)) return [404, { message: 'Not Found' }];
    const sent: unknown = text === '' ? {} : JSON.parse(text);
    // Labels are sent without a name.
    const value = Array.isArray(sent) ? { labels: sent } : Object(sent);
    return this.#reply(method, pathname.slice(root.length), value);
  }

  #reply(method: string, path: string, value: Record<string, unknown>): [number, unknown] {
    const [, number, part] = /^\/issues\/(\d+)(\/labels)?$/.exec(path) ?? [];
    const issue = this.issues.find((one) => String(one.number) === number);
    if (typeof value.body === 'string' && value.body.length > LARGEST_BODY)
      return [422, { message: 'body is too long' }];
    switch (`${method} ${part ?? (number === undefined ? path : '/issue')}`) {
      case 'GET ':
        return [200, this.#repositoryJson()];
      case 'GET /labels':
        return [200, [...this.#labels].map((name) => this.#labelJson(name))];
      case 'POST /labels':
        this.#labels.add(String(value.name));
        return [201, this.#labelJson(String(value.name))];
      case 'GET /issues':
        return [200, this.issues.map((one) => this.#issueJson(one))];
      case 'POST /issues': {
        const { title, body } = value;
        const created = { number: this.issues.length + 1, title: String(title), body: String(body), isOpen: true };
        this.issues.push({ ...created, labels: namesOf(value.labels) });
        return [201, this.#issueJson(this.issues.at(-1))];
      }
    }
    if (issue === undefined) return [404, { message: 'Not Found' }];
    if (method === 'PUT' && part !== undefined) {
      issue.labels = namesOf(value.labels);
      return [200, issue.labels.map((name) => this.#labelJson(name))];
    }
    if (typeof value.title === 'string') issue.title = value.title;
    if (typeof value.body === 'string') issue.body = value.body;
    if (typeof value.state === 'string') issue.isOpen = value.state === 'open';
    return [200, this.#issueJson(issue)];
  }

  #repositoryJson(): object {
    const url = `https://${API}/repos/${this.#repository}`;
    return { id: 1, name: this.#repository.split('/')[1], full_name: this.#repository, url };
  }

  #labelJson(name: string): object {
    return {
      name,
      color: '0366d6',
      url: `https://${API}/repos/${this.#repository}/labels/${encodeURIComponent(name)}`,
    };
  }

  #issueJson(issue: Issue | undefined): object {
    if (issue === undefined) return {};
    const { number, title, body, labels, isOpen } = issue;
    return {
      id: 1000 + number,
      number,
      title,
      body,
      state: isOpen ? 'open' : 'closed',
      labels: labels.map((name) => this.#labelJson(name)),
      url: `https://${API}/repos/${this.#repository}/issues/${number}`,
      html_url: `https://github.com/${this.#repository}/issues/${number}`,
    };
  }
}

function portOf(server: TcpServer): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function namesOf(labels: unknown): string[] {
  if (!Array.isArray(labels)) return [];
  return labels.map((label) => (typeof label === 'string' ? label : String(Reflect.get(label, 'name'))));
}
