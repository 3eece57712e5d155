/**
 * What browser tests have done in Node: the demo chain, nodes of their own,
 * and endpoints that misbehave. Vitest's main process runs it once; a test
 * asks it over HTTP (`node-client.ts`). A node or an endpoint starts when it is
 * asked for, because most runs of single files need none.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import type { Devnet } from '../../devnet/seed';
import { type Anvil, startAnvil } from './anvil';
import { type FaultProxy, startFaultProxy } from './fault-proxy';
import { type NodeService, type PlainBehaviour, parsePlain } from './node-client';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the service. */
    nodeService: string;
  }
}

/** Called by Vitest; what it returns is called when all files have ended. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let demo: Promise<Devnet> | undefined;
  const nodes = new Map<string, Anvil>();
  const endpoints = new Map<string, FaultProxy>();
  const endpointAt = (url: string) => {
    const endpoint = endpoints.get(url);
    if (endpoint === undefined) throw new Error(`No endpoint was started at ${url}.`);
    return endpoint;
  };
  const service: NodeService = {
    async demoChain() {
      demo ??= import('../../devnet/seed').then(({ startDevnet }) => startDevnet({ small: true }));
      const { rpcUrl, manifest } = await demo;
      return { rpcUrl, manifest };
    },
    async startNode(options) {
      const anvil = await startAnvil(options);
      nodes.set(anvil.url, anvil);
      return anvil.url;
    },
    async startEndpoint(target) {
      const endpoint = await startFaultProxy(target);
      endpoints.set(endpoint.url, endpoint);
      return endpoint.url;
    },
    async setEndpoint(url, { answers = {}, ...behaviour }: PlainBehaviour) {
      const own = (method: string) => answers[method];
      endpointAt(url).set(Object.keys(answers).length === 0 ? behaviour : { ...behaviour, own });
    },
    cutEndpoint: (url, isCut) => (isCut ? endpointAt(url).down() : endpointAt(url).up()),
    endpointCalls: async (url, method) => endpointAt(url).calls(method),
    async stopServer(url) {
      await (nodes.get(url) ?? endpointAt(url)).stop();
      nodes.delete(url);
      endpoints.delete(url);
    },
  };

  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    try {
      const [name, ...args] = parsePlain(await textOf(request)) as [keyof NodeService, ...unknown[]];
      const answer = await (service[name] as (...given: unknown[]) => Promise<unknown>)(...args);
      response.end(JSON.stringify(answer ?? null));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  project.provide('nodeService', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    for (const started of [...endpoints.values(), ...nodes.values()]) await started.stop();
    // A chain that did not start was told to whom it concerns.
    await (await demo?.catch(() => undefined))?.stop();
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
