/** The tokens of a network: asked of their contracts when a transfer first names them, and kept. */
import type { Address, Hex, NetworkId } from '../../core/chain/primitives';
import type { Log } from '../../core/chain/transaction';
import type { TokenStandard } from '../../core/contract/knowledge';
import type { TokenSummary } from '../../core/tokens/token-summary';
import { readLogTransfers } from '../../core/tokens/token-transfers';
import { decodeDecimals, decodeTokenText, TOKEN_CALLS } from '../../core/tokens/token-words';
import { deleteTokens, readTokens, saveTokens } from '../../db/tokens';
import { callContract } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';

export class TokenBook {
  /** Null for contracts that have Deposit and Withdrawal and are no tokens. */
  private readonly known = new Map<Address, TokenSummary | null>();

  constructor(private readonly networkId: NetworkId) {}

  /** Whether Deposit and Withdrawal of a contract make and destroy tokens: where it has a symbol and decimals. */
  isWrapper(address: Address): boolean {
    const token = this.known.get(address);
    return token?.symbol !== undefined && token.decimals !== undefined;
  }

  /** Asks the tokens that logs name, and that are not known, for their names. What cannot be asked now is asked the next time. */
  async learn(rpc: Rpc, logs: readonly Log[], signal: AbortSignal): Promise<void> {
    const found = new Map<Address, { standard: TokenStandard; isSure: boolean }>();
    for (const { token, standard, wrapping } of logs.flatMap(readLogTransfers)) {
      if (this.known.has(token) || found.get(token)?.isSure) continue;
      found.set(token, { standard, isSure: wrapping !== true });
    }
    if (found.size === 0) return;
    for (const [address, token] of await readTokens(this.networkId, [...found.keys()])) {
      this.known.set(address, token);
      found.delete(address);
    }
    const learned: TokenSummary[] = [];
    await Promise.all(
      [...found].map(async ([address, { standard, isSure }]) => {
        const token = await fetchToken(rpc, address, standard, signal);
        if (token === undefined) return;
        const isToken = isSure || (token.symbol !== undefined && token.decimals !== undefined);
        this.known.set(address, isToken ? token : null);
        if (isToken) learned.push(token);
      }),
    );
    if (learned.length > 0) await saveTokens(learned);
  }

  /** Forgets all of them: the chain is another. */
  async forget(): Promise<void> {
    this.known.clear();
    await deleteTokens(this.networkId);
  }
}

/** What a contract says of itself; undefined when the endpoint did not answer. */
async function fetchToken(
  rpc: Rpc,
  address: Address,
  standard: TokenStandard,
  signal: AbortSignal,
): Promise<TokenSummary | undefined> {
  const ask = (data: Hex) => callContract(rpc, { to: address, data }, 'latest', { signal });
  const [symbol, name, decimals] = await Promise.all([
    ask(TOKEN_CALLS.symbol),
    ask(TOKEN_CALLS.name),
    standard === 'ERC-20' ? ask(TOKEN_CALLS.decimals) : undefined,
  ]);
  if (!symbol.ok || !name.ok || decimals?.ok === false) return undefined;
  const words = {
    symbol: symbol.value.reverted ? undefined : decodeTokenText(symbol.value.data),
    name: name.value.reverted ? undefined : decodeTokenText(name.value.data),
    decimals: decimals === undefined || decimals.value.reverted ? undefined : decodeDecimals(decimals.value.data),
  };
  const said = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
  return { networkId: rpc.networkId, address, standard, ...said };
}
