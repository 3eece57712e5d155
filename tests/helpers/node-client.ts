/**
 * Nodes and endpoints for browser tests: each call is done in Node
 * (`node-service.ts`).
 *
 *     const { rpcUrl } = await nodeService.demoChain();
 *     const endpoint = await nodeService.startEndpoint(rpcUrl);
 *     await nodeService.setEndpoint(endpoint, { fault: { kind: 'drop' } });
 */
import { inject } from 'vitest';
import type { Manifest } from '../../devnet/demo-chain';
import type { Address, Hash, Hex, Selector } from '../../src/core/chain/primitives';
import type { Behaviour } from './fault-proxy';
import type { ForkedAt } from './tested-project';

/** A behaviour without functions; answers that are known beforehand stand in their place. */
export type PlainBehaviour = Omit<Behaviour, 'lie' | 'own'> & {
  /** The result of a method; the endpoint is not asked for it. */
  answers?: Readonly<Record<string, unknown>>;
  /** Results of calls whose parameters, as JSON, match; the first that does. They go before `answers`. */
  answersTo?: readonly { method: string; params: RegExp; result: unknown }[];
  /** The value that the endpoint states of every slot that is not zero. */
  nonzeroSlots?: Hex;
};

/** A node with the test ledger in Vyper, and what is known of it. */
export type LedgerChain = {
  rpcUrl: string;
  /** The file that vyper-json would have written. */
  build: string;
  /** URL of a Sourcify that knows the ledger alone. */
  sourcify: string;
  /** A transaction that the ledger refused with “too much”. */
  failed: Hash;
  mined: Hash;
  /** The line of the source, from 1, that refused. */
  line: number;
};

/** The answer of a JSON server. */
export type JsonAnswer = { status?: number; body: unknown };
type PathAnswer = JsonAnswer & { path: RegExp };

/** A node with a diamond (EIP-2535). */
export type DiamondChain = {
  rpcUrl: string;
  address: Address;
  /** Build output of all its facets but MottoFacet, as JSON text. */
  buildOutput: string;
  /** The selectors of MottoFacet that the diamond has. */
  unknown: readonly Selector[];
};

export type NodeService = {
  /** The demo chain without its largest transaction. All files of a run share it, so it is only read from. */
  demoChain(): Promise<{ rpcUrl: string; manifest: Manifest }>;
  /** Starts an Anvil and returns its URL. */
  startNode(options?: { chainId?: number; args?: readonly string[] }): Promise<string>;
  /** Starts an endpoint before another one and returns its URL. It misbehaves when told to. */
  startEndpoint(target: string): Promise<string>;
  /** Replaces the behaviour of the endpoint; `{}` is a faithful one again. */
  setEndpoint(url: string, behaviour: PlainBehaviour): Promise<void>;
  /** Lets the endpoint refuse connections from now on, or take them again. */
  cutEndpoint(url: string, isCut: boolean): Promise<void>;
  /** How often the endpoint was asked for the method; for anything, where none is given. */
  endpointCalls(url: string, method?: string): Promise<number>;
  /** Starts an Anvil with the test ledger that this version of Vyper compiled. Node and Sourcify are servers to stop. */
  startLedger(chainId: number, version: string): Promise<LedgerChain>;
  /** Starts a server that answers every path with this, and returns its URL; where it is held, once it is released. A path that one of `answersTo` matches is answered with the first that does. */
  startJsonServer(answer: JsonAnswer & { isHeld?: boolean; answersTo?: readonly PathAnswer[] }): Promise<string>;
  /** Lets the server answer every path with this from now on. */
  setJsonServer(url: string, answer: JsonAnswer): Promise<void>;
  /** Lets the server answer from now on, also what it was asked before. */
  releaseJsonServer(url: string): Promise<void>;
  /** Path and query of each request to the server, in order. */
  requestsTo(url: string): Promise<string[]>;
  /** Starts an Anvil with a diamond. */
  startDiamond(chainId: number): Promise<DiamondChain>;
  /** Has the diamond of the node at the URL remove the functions of its loupe. */
  removeLoupe(rpcUrl: string): Promise<void>;
  /** The build info of a project with tests (`tests/helpers/tested-project.ts`), as JSON text. */
  testedProject(wasteful?: boolean): Promise<string>;
  /** The build info of a project whose two tests fork a chain, as JSON text. */
  forkingProject(at: ForkedAt): Promise<string>;
  /** Stops what was started here at the URL. */
  stopServer(url: string): Promise<void>;
};

export const nodeService = new Proxy({} as NodeService, {
  get:
    (_, name) =>
    async (...args: unknown[]) => {
      const response = await fetch(inject('nodeService'), { method: 'POST', body: writePlain([name, ...args]) });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
});

/** JSON in which a regular expression is `{ $pattern, $flags }`. */
function writePlain(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part instanceof RegExp ? { $pattern: part.source, $flags: part.flags } : part,
  );
}

/** Reads what `writePlain` wrote. */
export function parsePlain(text: string): unknown {
  return JSON.parse(text, (_, part) =>
    typeof part?.$pattern === 'string' ? new RegExp(part.$pattern, part.$flags) : part,
  );
}

/** What the node or endpoint at the URL answers to a call; throws where that is an error. */
export async function callNode(url: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (answer.error !== undefined) throw new Error(answer.error.message);
  return answer.result;
}
