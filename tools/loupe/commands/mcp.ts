/** `loupe mcp`: the same answers as tools for assistants (Model Context Protocol), over stdio or HTTP on this machine. */
import { randomBytes } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartFailure } from '../../../devnet/start-failure';
import { NoChain } from '../../serving/own-node';
import { toldToEnd } from '../../serving/told-to-end';
import { projectRoot } from '../build-output';
import { type Command, complain, type Io, readArguments } from '../command';
import type { ProjectTests } from '../mcp/project-tests';
import { CHAIN_OPTIONS, endpointOf, NO_NETWORK, type OpenChain, openChain, openOffline } from '../open-chain';

const APP = 'http://127.0.0.1:4173';

export const mcp: Command = {
  name: 'mcp',
  summary: 'the same answers as tools for assistants (Model Context Protocol)',
  usage: `loupe mcp [options]

Speaks the protocol over its standard input and output; with --port over HTTP on 127.0.0.1, for who has the token that
it prints (or LOUPE_MCP_TOKEN). Serves the app beside it, so that the links of answers open.
The tests of the project are run from its build output; of the machine's files only those in its folder are read.

  --rpc URL        the endpoint (ETH_RPC_URL, else http://127.0.0.1:8545)
  --sources DIR    build output for names and lines (out/ or artifacts/ of the project here)
  --project DIR    the project whose tests may be run (the one here), by FOUNDRY_PROFILE
  --port N         over HTTP at this port, 0 for a free one
  --app URL        where the app is served already (${APP} where this one serves none)

Example:
  loupe mcp --rpc http://127.0.0.1:8545
`,
  async run(given, io) {
    const { json: _, ...others } = CHAIN_OPTIONS;
    const options = {
      ...others,
      project: { type: 'string' },
      port: { type: 'string' },
      app: { type: 'string' },
    } as const;
    const { values } = readArguments(given, options, []);
    const { parsePort, parseUrl } = await import('../../serving/ports');
    const port = values.port === undefined ? undefined : parsePort('--port', values.port, 0);
    const app = values.app === undefined ? undefined : parseUrl('--app', values.app).replace(/\/$/, '');
    const project = projectOf(values.project, io);
    const { ProjectTests } = await import('../mcp/project-tests');
    const tests =
      project === undefined ? undefined : new ProjectTests(project, io.environment.FOUNDRY_PROFILE || undefined);
    const chain = await openOwnChain(values, io, tests);
    const { startMcp } = await import('../mcp/start');
    const running = await startMcp(chain, endpointOf(values.rpc, io), app, tests);
    try {
      if (port === undefined) await running.overStdio();
      else {
        const token = io.environment.LOUPE_MCP_TOKEN ?? randomBytes(24).toString('base64url');
        if (token.length < 16) throw new StartFailure('LOUPE_MCP_TOKEN is to have at least 16 characters.');
        const http = await running.overHttp(port, token);
        const told = toldToEnd();
        io.out(`${JSON.stringify({ url: http.url, headers: { Authorization: `Bearer ${token}` } })}\n`);
        await told;
        await http.close();
      }
    } finally {
      await running.close();
    }
    return 0;
  },
};

/**
 * Opens the chain at the endpoint. Where none answers, no chain is open: tests need none, a node may be started later, and
 * an assistant reads the sentence of a tool, but not why a server did not begin.
 */
async function openOwnChain(
  values: { rpc?: string | undefined; sources?: string | undefined },
  io: Io,
  tests: ProjectTests | undefined,
): Promise<OpenChain> {
  const options = tests && { testProjects: tests.projects };
  try {
    return await openChain(values, io, true, options);
  } catch (thrown) {
    if (!(thrown instanceof NoChain)) throw thrown;
    complain(io, `${thrown.message} It is asked again when a tool needs it.`);
    return (await openOffline(values, io, true, options)).of(NO_NETWORK);
  }
}

/** The folder whose tests may be run: the one that was named, else that of the project at hand. Throws a `StartFailure` for what is no folder. */
function projectOf(given: string | undefined, { folder }: Io): string | undefined {
  if (given === undefined) return projectRoot(folder);
  const path = resolve(folder, given);
  try {
    if (statSync(path).isDirectory()) return realpathSync(path);
  } catch {
    // nothing, a circle of links, somebody else's
  }
  throw new StartFailure(`--project: there is no folder at ${given}.`);
}
