/**
 * The engine begins with the transaction in the page's address as soon as it
 * runs: public/first.js sends it address and configuration, long before the
 * modules of the page are there to ask.
 */

import type { Hash } from '../core/chain/primitives';
import { fixedNetwork, parseRuntimeConfig } from '../core/config/runtime-config';
import type { ChainApi } from './chain/chain.api';
import type { TraceApi } from './trace/trace.api';

/** `/{network}/tx/{hash}`, and `/tx/{hash}` where one network is all there is. */
const PATH = /^(?:\/([^/]+))?\/tx\/(0x[0-9a-f]{64})(?:\/|$)/i;

/** What public/first.js sends: the path of the page, and the text of config.json. */
export type Ahead = { address: string; config: string };

/** What is asked of the engine. */
type AheadEngine = { chain: Pick<ChainApi, 'configure'>; trace: Pick<TraceApi, 'beginOpening'> };

/** Whether a message is that of public/first.js, and not a call. */
export function isAhead(message: unknown): message is Ahead {
  const { address, config } = (message ?? {}) as Partial<Ahead>;
  return typeof address === 'string' && typeof config === 'string';
}

/**
 * Begins where the address is that of a transaction and the configuration alone says its network. The page says what
 * is wrong with either.
 */
export function openAhead({ chain, trace }: AheadEngine, { address, config: text }: Ahead): void {
  const [, segment, hash] = PATH.exec(address) ?? [];
  const config = hash === undefined ? undefined : readConfig(text);
  const network = config && fixedNetwork(config, segment);
  if (hash === undefined || config === undefined || network === undefined) return;
  void chain.configure(config);
  void trace.beginOpening({ networkId: network.id, hash: hash.toLowerCase() as Hash });
}

function readConfig(text: string) {
  try {
    const config = parseRuntimeConfig(JSON.parse(text));
    return config.ok ? config.value : undefined;
  } catch {
    return undefined;
  }
}
