/** An engine for the foreign chain, and the chain's differences from what it says. */

import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { createEngine, type Engine } from '../../../src/workers/engine';
import type { ForeignChain } from '../../../tools/foreign-chain/chain';
import type { Truth } from '../../../tools/foreign-chain/truth';
import { type Difference, differences, type Told } from './compare';
import { askAll } from './said';

/** A build's file is large, and each of many engines reads it. */
const files = new WeakMap<ForeignChain['builds'][number], Uint8Array<ArrayBuffer>>();

function fileOf(build: ForeignChain['builds'][number]): Uint8Array<ArrayBuffer> {
  const file = files.get(build) ?? new TextEncoder().encode(JSON.stringify(build));
  files.set(build, file);
  return file;
}

export async function engineOf({ node, builds }: ForeignChain, told: Told): Promise<Engine> {
  const engine = createEngine({ replayPatience: { state: 600_000, steps: 600_000 } });
  const config = parseRuntimeConfig({ networks: [{ id: node.chainId, rpcUrls: [node.rpcUrl] }] });
  if (!config.ok) throw new Error(config.error);
  await engine.chain.configure(config.value);
  if (told !== 'nothing') await importBuilds(engine, { builds });
  return engine;
}

export async function importBuilds(engine: Engine, { builds }: Pick<ForeignChain, 'builds'>): Promise<void> {
  for (const build of builds) {
    const imported = await engine.contracts.importBuildOutput(`${build.id}.json`, fileOf(build));
    if (!imported.ok) throw new Error(imported.error.message);
  }
}

/** Opens transactions of the chain, and finds where Loupe says otherwise than is true. */
export async function allDifferences(
  engine: Engine,
  chain: ForeignChain,
  told: Told,
  transactions: readonly Truth[],
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const truth of transactions) {
    const key = { networkId: chain.node.chainId as NetworkId, hash: truth.hash as Hash };
    found.push(...differences(truth, await askAll(engine, key), chain.truth, told));
  }
  return found;
}
