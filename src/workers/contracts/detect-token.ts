/** Whether a contract is a token, and what it says of itself: by the transfers that were indexed, else by asking it. */
import type { Address, Hex } from '../../core/chain/primitives';
import type { TokenStandard } from '../../core/chain/token-standard';
import { callData, decodeAmount, decodeDecimals, INTERFACES, TOKEN_CALLS } from '../../core/tokens/token-calls';
import type { TokenSummary } from '../../core/tokens/token-summary';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { readTokens } from '../../db/contracts/tokens';
import { callContract } from '../../net/account-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchTokenMetadata } from '../../net/token-metadata';

/**
 * Returns the standard of a token; undefined where it is no token. A contract that says it has an interface that
 * none may have (EIP-165) says nothing by its yes. What has a supply, balances and decimals is taken for an ERC-20, and
 * what has allowances in their place: decimals are optional, and some contracts state more than an amount has digits.
 */
export async function detectToken(
  rpc: Rpc,
  address: Address,
  signal: AbortSignal,
): Promise<Result<TokenSummary | undefined, Failure>> {
  const indexed = (await readTokens(rpc.networkId, [address])).get(address);
  if (indexed !== undefined) return ok(indexed);
  const calls: Readonly<Record<string, Hex>> = {
    no: callData(TOKEN_CALLS.supportsInterface, INTERFACES.none),
    items: callData(TOKEN_CALLS.supportsInterface, INTERFACES.erc721),
    multi: callData(TOKEN_CALLS.supportsInterface, INTERFACES.erc1155),
    ids: callData(TOKEN_CALLS.supportsInterface, INTERFACES.erc6909),
    balance: callData(TOKEN_CALLS.balanceOf, address),
    supply: TOKEN_CALLS.totalSupply,
    decimals: TOKEN_CALLS.decimals,
    allowance: callData(TOKEN_CALLS.allowance, address, address),
  };
  // A contract that is no token answers four calls more; a token is known a round trip earlier.
  const [words, ...answers] = await Promise.all([
    fetchTokenMetadata(rpc, address, ['symbol', 'name'], signal),
    ...Object.entries(calls).map(
      async ([key, data]) => [key, await callContract(rpc, { to: address, data }, 'latest', { signal })] as const,
    ),
  ]);
  const said = new Map<string, Hex>();
  for (const [key, answer] of answers) {
    if (!answer.ok) return answer;
    if (!answer.value.reverted) said.set(key, answer.value.data);
  }
  const standard = standardIn(said);
  if (standard === undefined) return ok(undefined);
  const decimals = standard === 'ERC-20' ? decodeDecimals(said.get('decimals') ?? '0x') : undefined;
  return ok({
    networkId: rpc.networkId,
    address,
    standard,
    ...words,
    ...(decimals === undefined ? {} : { decimals }),
  });
}

function standardIn(said: ReadonlyMap<string, Hex>): TokenStandard | undefined {
  const saysYes = (key: string) => decodeAmount(said.get(key) ?? '0x') === 1n;
  const amount = (key: string) => decodeAmount(said.get(key) ?? '0x');
  if (!saysYes('no')) {
    if (saysYes('items')) return 'ERC-721';
    if (saysYes('multi')) return 'ERC-1155';
    if (saysYes('ids')) return 'ERC-6909';
  }
  const isFungible =
    (decodeDecimals(said.get('decimals') ?? '0x') ?? amount('allowance')) !== undefined &&
    amount('supply') !== undefined &&
    amount('balance') !== undefined;
  return isFungible ? 'ERC-20' : undefined;
}
