/**
 * Names of the Ethereum Name Service, from the registry on the network itself (ERC-137, ERC-181): only the network's
 * endpoint is asked. Resolvers that send the question elsewhere (ERC-3668) are not followed, and subdomains that only
 * their parent's resolver knows (ENSIP-10) are not found.
 */
import { namehash, normalize } from 'viem/ens';
import { ENS_REGISTRY } from '../core/chain/ens-networks';
import type { Address, Hex } from '../core/chain/primitives';
import { decodeLongText } from '../core/tokens/token-calls';
import type { Failure } from '../core/values/failure';
import { ok, type Result } from '../core/values/result';
import { callContract } from './account-reader';
import type { Rpc } from './rpc/rpc';

// Selectors of resolver(bytes32), addr(bytes32), name(bytes32).
const RESOLVER = '0x0178b8bf';
const ADDR = '0x3b3b57de';
const NAME = '0x691f3431';
/** Characters of a name that is looked at. */
const MAX_NAME = 255;
const ZERO = /^0x0{40}$/;

/** Fetches the address that a name stands for; undefined where it stands for none, or is no name (ENSIP-15). */
export async function fetchEnsAddress(
  rpc: Rpc,
  name: string,
  signal: AbortSignal,
): Promise<Result<Address | undefined, Failure>> {
  const normalized = normalizedName(name);
  if (normalized === undefined) return ok(undefined);
  const node = namehash(normalized);
  const resolver = await fetchAddressWord(rpc, ENS_REGISTRY, RESOLVER, node, signal);
  if (!resolver.ok || resolver.value === undefined) return resolver;
  return fetchAddressWord(rpc, resolver.value, ADDR, node, signal);
}

/** Fetches the name that an address gave itself, where the name stands for the address; undefined where it has none. */
export async function fetchEnsName(
  rpc: Rpc,
  address: Address,
  signal: AbortSignal,
): Promise<Result<string | undefined, Failure>> {
  const node = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
  const resolver = await fetchAddressWord(rpc, ENS_REGISTRY, RESOLVER, node, signal);
  if (!resolver.ok || resolver.value === undefined) return resolver.ok ? ok(undefined) : resolver;
  const answer = await callContract(rpc, { to: resolver.value, data: callData(NAME, node) }, 'latest', { signal });
  if (!answer.ok) return answer;
  const stated = answer.value.reverted ? undefined : decodeLongText(answer.value.data);
  const name = stated === undefined ? undefined : normalizedName(stated);
  // Anybody may claim any name: it counts where the name agrees.
  if (name === undefined || name !== stated) return ok(undefined);
  const forward = await fetchEnsAddress(rpc, name, signal);
  if (!forward.ok) return forward;
  return ok(forward.value === address ? name : undefined);
}

/** The address that a contract answers for a node; undefined for the zero address, a revert, and anything else. */
async function fetchAddressWord(
  rpc: Rpc,
  to: Address,
  selector: Hex,
  node: Hex,
  signal: AbortSignal,
): Promise<Result<Address | undefined, Failure>> {
  const answer = await callContract(rpc, { to, data: callData(selector, node) }, 'latest', { signal });
  if (!answer.ok) return answer;
  const { reverted, data } = answer.value;
  if (reverted || data.length !== 66) return ok(undefined);
  const found = `0x${data.slice(26)}` as Address;
  return ok(ZERO.test(found) ? undefined : found);
}

function callData(selector: Hex, node: Hex): Hex {
  return `${selector}${node.slice(2)}`;
}

function normalizedName(name: string): string | undefined {
  if (name.length > MAX_NAME || !name.includes('.')) return undefined;
  try {
    return normalize(name);
  } catch {
    return undefined;
  }
}
