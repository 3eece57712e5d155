/** A client on the SDK of the Model Context Protocol, connected to `loupe mcp` in this process. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect } from 'vitest';
import { ProjectTests } from '../../tools/loupe/mcp/project-tests';
import { createMcpServer } from '../../tools/loupe/mcp/server';
import { McpSession } from '../../tools/loupe/mcp/session';
import { NO_NETWORK, openChain, openOffline } from '../../tools/loupe/open-chain';
import { forgetAll } from './demo-engine';
import { ioInto } from './loupe';
import { expectPage } from './mcp-link';

export type McpAsking = {
  client: Client;
  session: McpSession;
  /** Tools that were asked and answered. */
  asked: ReadonlySet<string>;
  /** The text of an answer, which is as large as it may be and has the form of all answers. */
  ask(name: string, given?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
};

/** Minutes that a test waits for one answer, on a busy machine. */
const PATIENCE = 30 * 60_000;

/** Connects to a server on an endpoint, with a project's tests where its folder is given, by a profile. Without `rpc` there is no endpoint. */
export async function connectMcp(
  rpc: string | undefined,
  sources?: string,
  project?: string,
  profile?: string,
): Promise<McpAsking> {
  const tests = project === undefined ? undefined : new ProjectTests(project, profile);
  const io = ioInto({ code: 0, out: '', err: '' });
  const options = tests && { testProjects: tests.projects };
  const chain =
    rpc === undefined
      ? await (await openOffline({ sources }, io, true, options)).of(NO_NETWORK)
      : await openChain({ rpc, sources }, io, true, options);
  const session = await new McpSession(chain, 'http://app.test', undefined, tests).begin();
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(session, '1.0.0');
  await server.connect(there);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(here);
  const asked = new Set<string>();
  return {
    client,
    session,
    asked,
    async ask(name, given = {}) {
      const sent = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
      const answer = await client.callTool({ name, arguments: sent }, undefined, { timeout: PATIENCE });
      const [{ text = '' } = {}] = answer.content as { text?: string }[];
      expect(answer.isError, text).toBeUndefined();
      expect(text.length).toBeLessThanOrEqual((given.size as number | undefined) ?? 3_000);
      expect(text).toMatch(
        /^proof: .+\nlink: http:\/\/app\.test\/(tests|\d+\/.*)\n(next: .+\n)?data: .+\n(\| .*\n?)*$/,
      );
      expectPage(/^link: (.+)$/m.exec(text)?.[1] ?? '');
      asked.add(name);
      return text;
    },
    async close() {
      await client.close();
      await session.close();
      await forgetAll();
    },
  };
}
