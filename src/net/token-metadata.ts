/** What a token contract says of itself, asked of the contract over the network's endpoint. */
import type { Address, Hex } from '../core/chain/primitives';
import { callData, decodeDecimals, decodeTokenText, TOKEN_CALLS } from '../core/tokens/token-calls';
import type { Failure } from '../core/values/failure';
import { ok, type Result } from '../core/values/result';
import { callContract } from './account-reader';
import type { Rpc } from './rpc/rpc';

export type TokenMetadata = { symbol?: string; name?: string; decimals?: number };

/** The methods that say the words of one item (ERC-6909, metadata extension). */
const OF_ITEM = {
  name: TOKEN_CALLS.nameOfItem,
  symbol: TOKEN_CALLS.symbolOfItem,
  decimals: TOKEN_CALLS.decimalsOfItem,
};
const WORDS = ['name', 'symbol', 'decimals'] as const;

/** Fetches the words asked for, without those that the contract does not have; undefined when the endpoint did not answer. */
export async function fetchTokenMetadata(
  rpc: Rpc,
  address: Address,
  asked: readonly (keyof TokenMetadata)[],
  signal: AbortSignal,
): Promise<TokenMetadata | undefined> {
  const answer = await askWords(rpc, address, asked, (word) => TOKEN_CALLS[word], signal);
  return answer.ok ? answer.value : undefined;
}

/** Fetches the words that an ERC-6909 says of one of its items, without those that it does not have. */
export function fetchItemMetadata(
  rpc: Rpc,
  address: Address,
  id: bigint,
  signal: AbortSignal,
): Promise<Result<TokenMetadata, Failure>> {
  return askWords(rpc, address, WORDS, (word) => callData(OF_ITEM[word], id), signal);
}

async function askWords(
  rpc: Rpc,
  to: Address,
  asked: readonly (keyof TokenMetadata)[],
  dataOf: (word: keyof TokenMetadata) => Hex,
  signal: AbortSignal,
): Promise<Result<TokenMetadata, Failure>> {
  const words: TokenMetadata = {};
  const answers = await Promise.all(
    asked.map(async (word) => {
      const answer = await callContract(rpc, { to, data: dataOf(word) }, 'latest', { signal });
      if (answer.ok && !answer.value.reverted) setWord(words, word, answer.value.data);
      return answer;
    }),
  );
  return answers.find((answer) => !answer.ok) ?? ok(words);
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
