/** Table `networks`: networks that the reader added, and known networks that the reader changed. */
import * as v from 'valibot';
import type { Network } from '../../core/chain/network';
import { type AllStored, definedFields, networkId, parseRow } from './fields';

const row = v.object({
  id: networkId,
  name: v.string(),
  route: v.string(),
  routeAliases: v.array(v.string()),
  nativeCurrency: v.object({ name: v.string(), symbol: v.string(), decimals: v.number() }),
  rpcUrls: v.array(v.string()),
  explorers: v.array(v.object({ name: v.string(), url: v.string(), apiUrl: v.exactOptional(v.string()) })),
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

export function toNetworkRow(network: Network, addedAt: number): NetworkRow {
  const { name, symbol, decimals } = network.nativeCurrency;
  return definedFields({
    id: network.id,
    name: network.name,
    route: network.route,
    routeAliases: [...network.routeAliases],
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: [...network.rpcUrls],
    explorers: network.explorers.map(({ name, url, apiUrl }) => definedFields({ name, url, apiUrl })),
    testnet: network.testnet,
    hidden: network.hidden,
    deprecated: network.deprecated,
    excluded: network.excluded,
    sortOrder: network.sortOrder,
    shorthand: network.shorthand,
    color: network.color,
    chainConfig: { ...network.chainConfig },
    addedAt,
  });
}

/** Undefined where the row is damaged. */
export function fromNetworkRow(stored: unknown): Network | undefined {
  const parsed = parseRow(row, stored);
  if (parsed === undefined) return undefined;
  const { addedAt: _, ...network } = parsed;
  return network;
}

true satisfies AllStored<Network, NetworkRow>;
