import type { Complaint } from '../event/check.ts';

/** An error response: status and `detail`, in the format that existing clients read. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly detail: string | readonly Complaint[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string | readonly Complaint[], headers: Readonly<Record<string, string>> = {}) {
    super(typeof detail === 'string' ? detail : 'the request was refused');
    this.name = 'HttpProblem';
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}
