/**
 * Merging of what several sources know of one contract.
 */

import { NAME_ORIGINS, type NameOrigin } from '../chain/name';
import type { ContractKnowledge } from './knowledge';

/** Returns whether `a` is a better origin than `b`; any is better than none. */
export function isBetterOrigin(a: NameOrigin | undefined, b: NameOrigin | undefined): boolean {
  return rank(a) < rank(b);
}

/**
 * Merges several knowledges of the same address into one, none of them changed.
 * Name and ABI come from the best origin that has one, each by itself; sources,
 * compiler and match go with the ABI they belong to. Undefined for none.
 */
export function mergeKnowledge(parts: readonly ContractKnowledge[]): ContractKnowledge | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const merged: ContractKnowledge = {
    networkId: first.networkId,
    address: first.address,
    abi: [],
    fetchedAt: oldest(parts),
  };
  const named = best(
    parts.filter((part) => part.name !== undefined),
    (part) => rank(part.name?.origin),
  );
  if (named?.name) merged.name = named.name;
  const described = best(
    parts.filter((part) => part.abi.length > 0),
    (part) => rank(part.abiOrigin) * 2 + (part.match === 'partial' ? 1 : 0),
  );
  // Sources without an ABI are of use too: a library of internal functions, a Yul contract.
  takeCode(merged, described ?? parts.find((part) => part.sources !== undefined || part.match !== undefined));
  // Of proxies and tokens the last reading counts: an upgrade changes them.
  const byAge = [...parts].sort((a, b) => age(b) - age(a));
  const proxy = byAge.find((part) => part.proxy !== undefined)?.proxy;
  const diamonds = byAge.flatMap((part) => part.diamond ?? []);
  const diamond = diamonds.find(({ isUnread }) => isUnread !== true) ?? diamonds[0];
  const token = byAge.find((part) => part.token !== undefined)?.token;
  const { pair, pairTokens } = byAge.find((part) => part.pair !== undefined) ?? {};
  const codeHash = merged.codeHash ?? byAge.find((part) => part.codeHash !== undefined)?.codeHash;
  return {
    ...merged,
    ...(codeHash && { codeHash }),
    ...(proxy && { proxy }),
    ...(diamond && { diamond }),
    ...(token && { token }),
    ...(pair && { pair }),
    ...(pairTokens && { pairTokens }),
  };
}

function takeCode(merged: ContractKnowledge, part: ContractKnowledge | undefined): void {
  if (part === undefined) return;
  merged.abi = part.abi;
  if (part.abiOrigin !== undefined) merged.abiOrigin = part.abiOrigin;
  if (part.codeHash !== undefined) merged.codeHash = part.codeHash;
  if (part.sources !== undefined) merged.sources = part.sources;
  if (part.fileCount !== undefined) merged.fileCount = part.fileCount;
  if (part.compilerVersion !== undefined) merged.compilerVersion = part.compilerVersion;
  if (part.match !== undefined) merged.match = part.match;
}

function best(
  parts: readonly ContractKnowledge[],
  rankOf: (part: ContractKnowledge) => number,
): ContractKnowledge | undefined {
  return parts.reduce<ContractKnowledge | undefined>(
    (found, part) => (found === undefined || rankOf(part) < rankOf(found) ? part : found),
    undefined,
  );
}

function rank(origin: NameOrigin | undefined): number {
  return origin === undefined ? NAME_ORIGINS.length : NAME_ORIGINS.indexOf(origin);
}

/** When the reading was made, for order; what does not age is older than any. */
function age(part: ContractKnowledge): number {
  return part.fetchedAt;
}

/** The oldest of the parts that age, so that the merged knowledge is asked for again in time; -1 when none does. */
function oldest(parts: readonly ContractKnowledge[]): number {
  const times = parts.map((part) => part.fetchedAt).filter((time) => time !== -1);
  return times.length === 0 ? -1 : Math.min(...times);
}
