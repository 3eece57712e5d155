/** What a token contract says of itself, asked of the contract over the network's endpoint. */
import type { Address, Hex } from '../core/chain/primitives';
import { decodeDecimals, decodeTokenText, TOKEN_CALLS } from '../core/tokens/token-calls';
import { callContract } from './account-reader';
import type { Rpc } from './rpc/rpc';

export type TokenMetadata = { symbol?: string; name?: string; decimals?: number };

/** Fetches the words asked for, without those that the contract does not have; undefined when the endpoint did not answer. */
export async function fetchTokenMetadata(
  rpc: Rpc,
  address: Address,
  asked: readonly (keyof TokenMetadata)[],
  signal: AbortSignal,
): Promise<TokenMetadata | undefined> {
  const words: TokenMetadata = {};
  const answers = await Promise.all(
    asked.map(async (word) => {
      const answer = await callContract(rpc, { to: address, data: TOKEN_CALLS[word] }, 'latest', { signal });
      if (answer.ok && !answer.value.reverted) setWord(words, word, answer.value.data);
      return answer.ok;
    }),
  );
  return answers.includes(false) ? undefined : words;
}

function setWord(words: TokenMetadata, word: keyof TokenMetadata, data: Hex): void {
  if (word === 'decimals') {
    const decimals = decodeDecimals(data);
    if (decimals !== undefined) words.decimals = decimals;
  } else {
    const text = decodeTokenText(data);
    if (text !== undefined) words[word] = text;
  }
}
