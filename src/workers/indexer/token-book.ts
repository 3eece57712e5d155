/** The tokens of a network: asked of their contracts when a transfer first names them, and kept. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { Log } from '../../core/chain/transaction';
import type { TokenStandard } from '../../core/contract/knowledge';
import type { TokenSummary } from '../../core/tokens/token-summary';
import { readLogTransfers } from '../../core/tokens/token-transfers';
import { deleteTokensWithoutTransfers, readTokens, saveTokens } from '../../db/tokens';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchTokenWords } from '../../net/token-words';

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
        const isFungible = standard === 'ERC-20';
        const words = await fetchTokenWords(
          rpc,
          address,
          isFungible ? ['symbol', 'name', 'decimals'] : ['symbol', 'name'],
          signal,
        );
        if (words === undefined) return;
        const token = { networkId: this.networkId, address, standard, ...words };
        const isToken = isSure || (token.symbol !== undefined && token.decimals !== undefined);
        this.known.set(address, isToken ? token : null);
        if (isToken) learned.push(token);
      }),
    );
    if (learned.length > 0) await saveTokens(learned);
  }

  /** After blocks were taken back: forgets the tokens that were first seen in those. */
  async forget(): Promise<void> {
    this.known.clear();
    await deleteTokensWithoutTransfers(this.networkId);
  }
}
