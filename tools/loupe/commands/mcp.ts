/** `loupe mcp`: the same answers as tools for assistants (Model Context Protocol), over stdio or HTTP on this machine. */
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { StartFailure } from '../../../devnet/start-failure';
import { type Command, readArguments } from '../command';
import { CHAIN_OPTIONS, openChain } from '../open-chain';

const APP = 'http://127.0.0.1:4173';

export const mcp: Command = {
  name: 'mcp',
  summary: 'the same answers as tools for assistants (Model Context Protocol)',
  usage: `loupe mcp [options]

Speaks the protocol over its standard input and output; with --port over HTTP on 127.0.0.1, for who has the token that
it prints (or LOUPE_MCP_TOKEN). Serves the app beside it, so that the links of answers open.

  --rpc URL        the endpoint (ETH_RPC_URL, else http://127.0.0.1:8545)
  --sources DIR    build output for names and lines (out/ or artifacts/ of the project here)
  --port N         over HTTP at this port, 0 for a free one
  --app URL        where the app is served already (${APP} where this one serves none)

Example:
  loupe mcp --rpc http://127.0.0.1:8545
`,
  async run(given, io) {
    const { json: _, ...others } = CHAIN_OPTIONS;
    const options = { ...others, port: { type: 'string' }, app: { type: 'string' } } as const;
    const { values } = readArguments(given, options, []);
    const { parsePort, parseUrl } = await import('../../serving/ports');
    const port = values.port === undefined ? undefined : parsePort('--port', values.port, 0);
    const app = values.app === undefined ? undefined : parseUrl('--app', values.app).replace(/\/$/, '');
    const chain = await openChain(values, io, true);
    const { startMcp } = await import('../mcp/start');
    const running = await startMcp(chain, app);
    try {
      if (port === undefined) await running.overStdio();
      else {
        const token = io.environment.LOUPE_MCP_TOKEN ?? randomBytes(24).toString('base64url');
        if (token.length < 16) throw new StartFailure('LOUPE_MCP_TOKEN is to have at least 16 characters.');
        const http = await running.overHttp(port, token);
        io.out(`${JSON.stringify({ url: http.url, headers: { Authorization: `Bearer ${token}` } })}\n`);
        await new Promise<void>((ended) => {
          for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended());
        });
        await http.close();
      }
    } finally {
      await running.close();
    }
    return 0;
  },
};
