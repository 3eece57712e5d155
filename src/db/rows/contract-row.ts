/** Table `contracts`: what is known of contracts, by address. */
import * as v from 'valibot';
import type { Abi } from 'viem';
import type { ContractKnowledge } from '../../core/contract/knowledge';
import { searchKeysOf } from '../search-keys';
import { type AllStored, address, definedFields, hash, nameOrigin, networkId, parseRow, selector } from './fields';

/** An ABI. Its entries were parsed before they were stored, so only their shape is checked here. */
export const storedAbi = v.custom<Abi>(
  (value) => Array.isArray(value) && value.every((entry) => typeof entry?.type === 'string'),
);

const knowledge = v.object({
  networkId,
  address,
  name: v.exactOptional(v.object({ text: v.string(), origin: nameOrigin })),
  abi: storedAbi,
  abiOrigin: v.exactOptional(nameOrigin),
  codeHash: v.exactOptional(hash),
  proxy: v.exactOptional(
    v.object({
      kind: v.picklist(['EIP-1967', 'EIP-1967 beacon', 'EIP-1822', 'EIP-1167', 'EIP-7702', 'Safe', 'ZeppelinOS']),
      implementation: address,
      beacon: v.exactOptional(address),
      admin: v.exactOptional(address),
    }),
  ),
  diamond: v.exactOptional(
    v.object({
      facets: v.exactOptional(v.array(v.object({ address, selectors: v.array(selector) }))),
      isCut: v.exactOptional(v.literal(true)),
      codeHash: v.exactOptional(hash),
    }),
  ),
  sources: v.exactOptional(v.record(v.string(), v.string())),
  fileCount: v.exactOptional(v.number()),
  compilerVersion: v.exactOptional(v.string()),
  match: v.exactOptional(v.picklist(['exact', 'partial'])),
  token: v.exactOptional(
    v.object({
      standard: v.picklist(['ERC-20', 'ERC-721', 'ERC-1155']),
      symbol: v.exactOptional(v.string()),
      decimals: v.exactOptional(v.number()),
    }),
  ),
  fetchedAt: v.number(),
});

const row = v.object({ networkId, address, knowledge, searchKeys: v.array(v.string()) });

export type ContractRow = v.InferOutput<typeof row>;

export function toContractRow(known: ContractKnowledge): ContractRow {
  const { networkId, address, name, proxy, diamond, token } = known;
  return {
    networkId,
    address,
    searchKeys: searchKeysOf(networkId, [name?.text, token?.symbol]),
    knowledge: definedFields({
      networkId,
      address,
      name: name && { text: name.text, origin: name.origin },
      abi: known.abi,
      abiOrigin: known.abiOrigin,
      codeHash: known.codeHash,
      proxy:
        proxy &&
        definedFields({
          kind: proxy.kind,
          implementation: proxy.implementation,
          beacon: proxy.beacon,
          admin: proxy.admin,
        }),
      // A diamond whose facets the endpoint did not answer is not stored.
      diamond:
        diamond && diamond.isUnread !== true
          ? definedFields({
              facets: diamond.facets?.map((facet) => ({ address: facet.address, selectors: [...facet.selectors] })),
              isCut: diamond.isCut,
              codeHash: diamond.codeHash,
            })
          : undefined,
      sources: known.sources && { ...known.sources },
      fileCount: known.fileCount,
      compilerVersion: known.compilerVersion,
      match: known.match,
      token: token && definedFields({ standard: token.standard, symbol: token.symbol, decimals: token.decimals }),
      fetchedAt: known.fetchedAt,
    }),
  };
}

/** Undefined where the row is damaged. */
export function fromContractRow(stored: unknown): ContractKnowledge | undefined {
  return parseRow(row, stored)?.knowledge;
}

true satisfies AllStored<ContractKnowledge, ContractRow['knowledge']>;
