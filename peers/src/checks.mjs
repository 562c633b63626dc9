import { buf } from './checks/buf.mjs';
import { conformance } from './checks/conformance.mjs';
import { duckdb } from './checks/duckdb.mjs';
import { grpcurl } from './checks/grpcurl.mjs';
import { inspector } from './checks/inspector.mjs';
import { installation } from './checks/installation.mjs';
import { koru } from './checks/koru.mjs';
import { llama } from './checks/llama.mjs';
import { neovim } from './checks/neovim.mjs';
import { openapi } from './checks/openapi.mjs';
import { planfile } from './checks/planfile.mjs';
import { preCommit } from './checks/pre-commit.mjs';
import { pythonGrpc } from './checks/python-grpc.mjs';
import { schemathesis } from './checks/schemathesis.mjs';

/** In the order of the transcript. */
export const CHECKS = {
  inspector,
  conformance,
  openapi,
  schemathesis,
  buf,
  grpcurl,
  'python-grpc': pythonGrpc,
  llama,
  planfile,
  koru,
  installation,
  neovim,
  'pre-commit': preCommit,
  duckdb,
};
