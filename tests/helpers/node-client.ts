/**
 * Nodes and endpoints for browser tests: each call is done in Node
 * (`node-service.ts`).
 *
 *     const { rpcUrl } = await nodeService.demoChain();
 *     const endpoint = await nodeService.startEndpoint(rpcUrl);
 *     await nodeService.setEndpoint(endpoint, { fault: { kind: 'drop' } });
 */
import { inject } from 'vitest';
import type { Manifest } from '../../devnet/seed';
import type { Behaviour } from './fault-proxy';

/** A behaviour without functions; answers that are known beforehand stand in their place. */
export type PlainBehaviour = Omit<Behaviour, 'lie' | 'own'> & {
  /** The result of a method; the endpoint is not asked for it. */
  answers?: Readonly<Record<string, unknown>>;
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
  /** From now on the endpoint refuses connections, or takes them again. */
  cutEndpoint(url: string, isCut: boolean): Promise<void>;
  /** How often the endpoint was asked for the method; for anything, where none is given. */
  endpointCalls(url: string, method?: string): Promise<number>;
  /** Stops a node or an endpoint that was started here. */
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
