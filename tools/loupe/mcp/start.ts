/** Starts what `loupe mcp` runs: the session on a chain, the app that links open, and the transports. */
import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { createTurns } from '../../../src/workers/scheduling/turns';
import { claimPort } from '../../serving/ports';
import { toldToEnd } from '../../serving/told-to-end';
import type { OpenChain } from '../open-chain';
import { appConfig, appFolder, configFile, serveApp } from '../serve-app';
import { type McpHttp, serveMcpHttp } from './http';
import type { ProjectTests } from './project-tests';
import { createMcpServer } from './server';
import { type LinkedNetwork, McpSession } from './session';

const PORT = 4173;
const VERSION = '1.0.0';

export type RunningMcp = {
  /** Resolves when the client is gone. */
  overStdio(): Promise<void>;
  overHttp(port: number, token: string): Promise<McpHttp>;
  close(): Promise<void>;
};

/**
 * Begins a session on a chain, or, where none is open, on the one that answers at `endpoint` when it is first needed.
 * Without `app`, the address of a served app, the built one is served where there is one.
 */
export async function startMcp(
  chain: OpenChain,
  endpoint: string,
  app: string | undefined,
  tests: ProjectTests | undefined,
): Promise<RunningMcp> {
  const folder = app === undefined ? appFolder() : undefined;
  const served = folder === undefined ? undefined : await serveOwn(chain, folder);
  const address = app ?? served?.url ?? `http://127.0.0.1:${PORT}`;
  const session = await new McpSession(chain, address, served?.know, tests, endpoint).begin();
  const turns = createTurns(1);
  const create = () => createMcpServer(session, VERSION, turns);
  return {
    async overStdio() {
      const server = create();
      const ended = new Promise<void>((resolve) => {
        server.onclose = resolve;
        process.stdin.once('end', () => resolve());
        void toldToEnd().then(resolve);
      });
      await server.connect(new StdioServerTransport());
      await ended;
      await server.close();
    },
    overHttp: (port, token) => serveMcpHttp(create, port, token),
    async close() {
      await session.close();
      await served?.close();
    },
  };
}

/** Serves the app at its usual port, or at any where that is taken. */
async function serveOwn({ url, networkId }: OpenChain, folder: string) {
  const port = await claimPort(PORT, '--app').catch(() => 0);
  const config = url === undefined ? undefined : (await appConfig(url, networkId)).config;
  const server = await serveApp(folder, port, config).catch((error: NodeJS.ErrnoException) => {
    // Another one that starts at the same time may have taken it since.
    if (error.code !== 'EADDRINUSE') throw error;
    return serveApp(folder, 0, config);
  });
  return {
    url: server.url,
    close: () => server.close(),
    know(networks: readonly LinkedNetwork[]) {
      const known = new Set(config?.networks.map(({ id }) => Number(id)));
      const added = networks.filter(({ id }) => !known.has(id));
      const whole = parseRuntimeConfig({ ...config, networks: [...(config?.networks ?? []), ...added] });
      if (whole.ok) server.override(configFile(whole.value));
    },
  };
}
