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
import { lineOf, recordedRun } from '../core/source/vyper/ledger';
import { startAnvil } from './anvil';
import { deployLedger, ledgerBuild, sendToLedger, startLedgerSourcify } from './deployed-ledger';
import { type FaultProxy, startFaultProxy } from './fault-proxy';
import { type JsonServer, startJsonServer } from './json-server';
import { type JsonAnswer, type NodeService, type PlainBehaviour, parsePlain } from './node-client';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the service. */
    nodeService: string;
  }
}

/** Called by Vitest; what it returns is called when all files have ended. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let demo: Promise<Devnet> | undefined;
  const started = new Map<string, { url: string; stop(): Promise<unknown> }>();
  const endpoints = new Map<string, FaultProxy>();
  const jsonServers = new Map<string, { server: JsonServer; release: () => void; set: (answer: JsonAnswer) => void }>();
  const keep = <Server extends { url: string; stop(): Promise<unknown> }>(server: Server) => {
    started.set(server.url, server);
    return server;
  };
  const at = <Server>(servers: ReadonlyMap<string, Server>, url: string) => {
    const server = servers.get(url);
    if (server === undefined) throw new Error(`No such server was started at ${url}.`);
    return server;
  };
  const service: NodeService = {
    async demoChain() {
      demo ??= import('../../devnet/seed').then(({ startDevnet }) => startDevnet({ small: true }));
      const { rpcUrl, manifest } = await demo;
      return { rpcUrl, manifest };
    },
    async startNode(options) {
      return keep(await startAnvil(options)).url;
    },
    async startEndpoint(target) {
      const endpoint = keep(await startFaultProxy(target));
      endpoints.set(endpoint.url, endpoint);
      return endpoint.url;
    },
    async setEndpoint(url, { answers = {}, ...behaviour }: PlainBehaviour) {
      const own = (method: string) => answers[method];
      at(endpoints, url).set(Object.keys(answers).length === 0 ? behaviour : { ...behaviour, own });
    },
    cutEndpoint: (url, isCut) => (isCut ? at(endpoints, url).down() : at(endpoints, url).up()),
    endpointCalls: async (url, method) => at(endpoints, url).calls(method),
    async startLedger(chainId, version) {
      const run = recordedRun(version);
      const node = keep(await startAnvil({ chainId }));
      const ledger = await deployLedger(node, run);
      const { url: sourcify } = keep(await startLedgerSourcify(run, chainId, ledger));
      const credit = async (amount: bigint) => {
        const receipt = await sendToLedger(node, run, ledger, 'credit', [`0x${'11'.repeat(20)}`, amount]);
        return receipt.transactionHash;
      };
      const [failed, mined] = [await credit(500n), await credit(5n)];
      return {
        rpcUrl: node.url,
        build: ledgerBuild(run),
        sourcify,
        failed,
        mined,
        line: lineOf(version, '"too much"'),
      };
    },
    async startJsonServer({ isHeld = false, ...answer }) {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      if (!isHeld) release();
      let current: JsonAnswer = answer;
      const server = keep(await startJsonServer((path) => answerAt(current, path), released));
      jsonServers.set(server.url, { server, release, set: (next) => (current = next) });
      return server.url;
    },
    setJsonServer: async (url, answer) => at(jsonServers, url).set(answer),
    releaseJsonServer: async (url) => at(jsonServers, url).release(),
    requestsTo: async (url) => at(jsonServers, url).server.seen,
    async stopServer(url) {
      await at(started, url).stop();
      for (const servers of [started, endpoints, jsonServers]) servers.delete(url);
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
    // An endpoint ends before the node that it asks.
    for (const server of [...started.values()].reverse()) await server.stop();
    // A chain that did not start was told to whom it concerns.
    await (await demo?.catch(() => undefined))?.stop();
  };
}

function answerAt({ bodies = {}, ...answer }: JsonAnswer, path: string): JsonAnswer {
  const found = Object.entries(bodies).find(([part]) => path.includes(part));
  return found === undefined ? answer : { ...answer, body: found[1] };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
