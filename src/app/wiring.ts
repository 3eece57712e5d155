/**
 * Where configuration, workers and page meet. Made once, before the router,
 * and handed to it and to components as context.
 */
import { createContext, useContext, useEffect, useState } from 'react';
import type { Network } from '../core/chain/network';
import { findNetwork } from '../core/chain/network';
import { fixedNetwork, parseRuntimeConfig, type RuntimeConfig } from '../core/config/runtime-config';
import { assert } from '../core/values/assert';
import { fail, type Result } from '../core/values/result';
import type { AbiApi } from '../workers/abi/abi.api';
import {
  type ChainService,
  type ContractsService,
  createWorkers,
  type TraceService,
  type Workers,
} from '../workers/client';
import { toast } from './ui/toast';
import { useLoaded } from './use-loaded';

export type Wiring = {
  config: RuntimeConfig;
  workers: Workers;
  /** Every network, the reader's own among them; asked of the worker once, until `reconfigure`. */
  networks: () => Promise<readonly Network[]>;
  /** The network of a path's first segment, undefined when there is none of that name. */
  network: (segment: string | undefined) => Promise<Network | undefined>;
  /** After the reader changed networks or endpoints: the engine reads them again. */
  reconfigure: () => void;
  /** Calls `listener` after each `reconfigure`; returns a function that stops it. */
  onReconfigure: (listener: () => void) => () => void;
};

/** Reads the configuration in the answer to `/config.json`, or one sentence on what is wrong with it. */
export async function readConfig(answer: Promise<Response>): Promise<Result<RuntimeConfig, string>> {
  try {
    const response = await answer;
    if (!response.ok) return fail(`config.json: the server answered ${response.status}.`);
    return parseRuntimeConfig(await response.json());
  } catch (error) {
    return fail(`config.json could not be read: ${String(error).slice(0, 300)}`);
  }
}

export function createWiring(config: RuntimeConfig): Wiring {
  const workers = createWorkers();
  workers.configure(config);
  workers.setFrame(async (soljson, input) => {
    const { compileInFrame } = await import('./compiler-frame');
    toast({ text: 'This compiler runs on the page’s own thread: the page stops for a moment' });
    await new Promise((resolve) => setTimeout(resolve, 50)); // the sentence is drawn first
    return compileInFrame(soljson, input);
  });
  workers.setTokens(async (host, fresh) => (await import('./hosted-token')).hostedToken(host, fresh));
  const listeners = new Set<() => void>();
  let list: Promise<readonly Network[]> | undefined;

  function networks(): Promise<readonly Network[]> {
    list ??= workers.chain.networks().catch((error: unknown) => {
      list = undefined;
      throw error;
    });
    return list;
  }

  return {
    config,
    workers,
    networks,
    async network(segment) {
      return fixedNetwork(config, segment) ?? findNetwork(await networks(), segment ?? defaultSegment(config));
    },
    reconfigure() {
      list = undefined;
      workers.configure(config);
      for (const listener of listeners) listener();
    },
    onReconfigure(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

function defaultSegment(config: RuntimeConfig): string {
  return String(config.explorer?.networkId ?? config.defaultNetwork);
}

const WiringContext = createContext<Wiring | undefined>(undefined);
export const WiringProvider = WiringContext.Provider;

export function useWiring(): Wiring {
  const wiring = useContext(WiringContext);
  assert(wiring, 'a component stands outside WiringProvider');
  return wiring;
}

/** Returns the worker that answers questions on a chain. */
export function useChainApi(): ChainService {
  return useWiring().workers.chain;
}

/** Returns the worker that answers questions on code. */
export function useContractsApi(): ContractsService {
  return useWiring().workers.contracts;
}

/** Returns the worker that answers questions on open traces. */
export function useTraceApi(): TraceService {
  return useWiring().workers.trace;
}

/** Returns the worker that encodes and decodes by ABI. */
export function useAbiApi(): AbiApi {
  return useWiring().workers.abi;
}

/** Returns every network, undefined until the worker has answered. */
export function useNetworks(): readonly Network[] | undefined {
  const { networks, onReconfigure } = useWiring();
  const [changes, setChanges] = useState(0);
  useEffect(() => onReconfigure(() => setChanges((before) => before + 1)), [onReconfigure]);
  // When the worker does not run, the page says so elsewhere, and the list is empty.
  return useLoaded('networks', () => networks().catch(() => []), { version: changes });
}
