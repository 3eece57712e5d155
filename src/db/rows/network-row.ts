/** Table `networks`: networks that the reader added, and known networks that the reader changed. */
import * as v from 'valibot';
import type { Network } from '../../core/chain/network';
import { type AllStored, list, networkId, parseRow, rowWriter } from './fields';

const row = v.object({
  id: networkId,
  name: v.string(),
  route: v.string(),
  routeAliases: list(v.string()),
  nativeCurrency: v.object({ name: v.string(), symbol: v.string(), decimals: v.number() }),
  rpcUrls: list(v.string()),
  explorers: list(v.object({ name: v.string(), url: v.string(), apiUrl: v.exactOptional(v.string()) })),
  testnet: v.boolean(),
  hidden: v.boolean(),
  deprecated: v.boolean(),
  excluded: v.boolean(),
  sortOrder: v.number(),
  shorthand: v.exactOptional(v.string()),
  color: v.exactOptional(v.string()),
  chainConfig: v.record(v.string(), v.unknown()),
  addedAt: v.number(),
});

export type NetworkRow = v.InferOutput<typeof row>;

const toStored = rowWriter(row);

export function toNetworkRow(network: Network, addedAt: number): NetworkRow {
  return toStored({ ...network, addedAt });
}

/** Returns undefined where the row is damaged. */
export function fromNetworkRow(stored: unknown): Network | undefined {
  const parsed = parseRow(row, stored);
  if (parsed === undefined) return undefined;
  const { addedAt: _, ...network } = parsed;
  return network;
}

true satisfies AllStored<Network, NetworkRow>;
