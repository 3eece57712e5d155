/**
 * What browser tests have done in Node: the demo chain, nodes of their own,
 * and endpoints that misbehave. Vitest's main process runs it once; a test
 * asks it over HTTP (`node-client.ts`). A node or an endpoint starts when it is
 * asked for, because most runs of single files need none.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import type { Devnet } from '../../devnet/demo-chain';
import { startAnvil } from './anvil';
import { compileDiamond, cutDiamond, deployDiamond, selectorsOf } from './diamond';
import { type FaultProxy, lieAboutSlots, startFaultProxy } from './fault-proxy';
import { type JsonServer, startJsonServer } from './json-server';
import { type JsonAnswer, type NodeService, type PlainBehaviour, parsePlain } from './node-client';
import { forkingProject, testedProject } from './tested-project';

const NO_ADDRESS = `0x${'0'.repeat(40)}` as const;

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
  const diamonds = new Map<string, { removeLoupe(): Promise<unknown> }>();
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
      demo ??= import('../../devnet/demo-chain').then(({ startDevnet }) => startDevnet({ small: true }));
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
    async setEndpoint(url, { answers = {}, answersTo = [], nonzeroSlots, ...behaviour }: PlainBehaviour) {
      const own = (method: string, params: readonly unknown[]) => {
        const to = answersTo.find((each) => each.method === method && each.params.test(JSON.stringify(params)));
        return to === undefined ? answers[method] : to.result;
      };
      const lie = lieAboutSlots((value) => (/[1-9a-f]/.test(value.slice(2)) ? nonzeroSlots : value));
      at(endpoints, url).set({
        ...behaviour,
        ...((answersTo.length > 0 || Object.keys(answers).length > 0) && { own }),
        ...(nonzeroSlots !== undefined && { lie }),
      });
    },
    cutEndpoint: (url, isCut) => (isCut ? at(endpoints, url).down() : at(endpoints, url).up()),
    endpointCalls: async (url, method) => at(endpoints, url).calls(method),
    async startLedger(chainId, version) {
      const { lineOf, recordedRun } = await import('../core/source/vyper/ledger');
      const { deployLedger, ledgerBuild, sendToLedger, startLedgerSourcify } = await import('./deployed-ledger');
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
    async startJsonServer({ isHeld = false, answersTo = [], ...answer }) {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      if (!isHeld) release();
      let answerTo = (asked: string): JsonAnswer => answersTo.find(({ path }) => path.test(asked)) ?? answer;
      const server = keep(await startJsonServer((asked) => answerTo(asked), released));
      jsonServers.set(server.url, { server, release, set: (next) => (answerTo = () => next) });
      return server.url;
    },
    async setJsonServer(url, answer) {
      at(jsonServers, url).set(answer);
    },
    releaseJsonServer: async (url) => at(jsonServers, url).release(),
    requestsTo: async (url) => at(jsonServers, url).server.seen,
    async startDiamond(chainId) {
      const { compiled, buildOutput } = compileDiamond(['MottoFacet']);
      const node = keep(await startAnvil({ chainId }));
      const diamond = await deployDiamond(node, compiled);
      const cut = { facet: NO_ADDRESS, action: 2, selectors: selectorsOf('LoupeFacet') } as const;
      diamonds.set(node.url, { removeLoupe: () => cutDiamond(node, compiled, diamond, [cut]) });
      return { rpcUrl: node.url, address: diamond.address, buildOutput, unknown: selectorsOf('MottoFacet') };
    },
    removeLoupe: async (rpcUrl) => void (await at(diamonds, rpcUrl).removeLoupe()),
    testedProject: async (wasteful) => testedProject(wasteful),
    forkingProject: async (at) => forkingProject(at),
    async stopServer(url) {
      await at(started, url).stop();
      for (const servers of [started, endpoints, jsonServers, diamonds]) servers.delete(url);
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

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
