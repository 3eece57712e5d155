/** Table `contracts`: what is known of contracts, by address. */
import * as v from 'valibot';
import type { Abi } from 'viem';
import type { ContractKnowledge } from '../../core/contract/knowledge';
import { searchKeysOf } from '../search-keys';
import {
  type AllStored,
  address,
  hash,
  hex,
  list,
  nameOrigin,
  networkId,
  parseRow,
  rowWriter,
  selector,
} from './fields';

/** An ABI. Its entries were parsed before they were stored, so only their shape is checked here. */
export const storedAbi = v.custom<Abi>(
  (value) => Array.isArray(value) && value.every((entry) => typeof entry?.type === 'string'),
);

const proxyKind = v.picklist([
  ...(['EIP-1967', 'EIP-1967 beacon', 'EIP-1822', 'EIP-1167', 'EIP-7702', 'EIP-897', 'Safe', 'ZeppelinOS'] as const),
  ...(['Compound', 'beacon', 'minimal proxy', 'delegating fallback'] as const),
]);

const knowledge = v.object({
  networkId,
  address,
  name: v.exactOptional(v.object({ text: v.string(), origin: nameOrigin })),
  abi: storedAbi,
  abiOrigin: v.exactOptional(nameOrigin),
  codeHash: v.exactOptional(hash),
  proxy: v.exactOptional(
    v.object({
      kind: proxyKind,
      implementation: address,
      through: v.exactOptional(list(v.object({ address, kind: proxyKind }))),
      isEndless: v.exactOptional(v.literal(true)),
      isCut: v.exactOptional(v.literal(true)),
      beacon: v.exactOptional(address),
      admin: v.exactOptional(address),
      arguments: v.exactOptional(hex),
      isWritten: v.exactOptional(v.literal(true)),
    }),
  ),
  diamond: v.exactOptional(
    v.object({
      facets: v.exactOptional(list(v.object({ address, selectors: list(selector) }))),
      isCut: v.exactOptional(v.literal(true)),
      isBehind: v.exactOptional(v.literal(true)),
      codeHash: v.exactOptional(hash),
    }),
  ),
  sources: v.exactOptional(v.record(v.string(), v.string())),
  fileCount: v.exactOptional(v.number()),
  compilerVersion: v.exactOptional(v.string()),
  match: v.exactOptional(v.picklist(['exact', 'partial'])),
  token: v.exactOptional(
    v.object({
      standard: v.picklist(['ERC-20', 'ERC-721', 'ERC-1155', 'ERC-6909']),
      symbol: v.exactOptional(v.string()),
      decimals: v.exactOptional(v.number()),
      asset: v.exactOptional(address),
      items: v.exactOptional(
        list(v.object({ id: v.string(), symbol: v.exactOptional(v.string()), decimals: v.exactOptional(v.number()) })),
      ),
    }),
  ),
  pair: v.exactOptional(v.tuple([v.string(), v.string()])),
  pairTokens: v.exactOptional(v.tuple([address, address])),
  fetchedAt: v.number(),
});

const row = v.object({ networkId, address, knowledge, searchKeys: list(v.string()) });

export type ContractRow = v.InferOutput<typeof row>;

const toStoredKnowledge = rowWriter(knowledge);

/** Returns the row of a contract. A diamond whose facets the endpoint did not answer is not stored. */
export function toContractRow(known: ContractKnowledge): ContractRow {
  const { networkId, address, name, diamond, token, pair } = known;
  return {
    networkId,
    address,
    searchKeys: searchKeysOf(networkId, [name?.text, token?.symbol, pair?.join('/')]),
    knowledge: toStoredKnowledge({ ...known, diamond: diamond?.isUnread === true ? undefined : diamond }),
  };
}

/** Returns undefined where the row is damaged. */
export function fromContractRow(stored: unknown): ContractKnowledge | undefined {
  return parseRow(row, stored)?.knowledge;
}

true satisfies AllStored<ContractKnowledge, ContractRow['knowledge']>;
