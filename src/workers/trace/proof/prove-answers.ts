/**
 * Symbols, decimals and implementations that the endpoint told, beside the answers of the contracts' own code on the state
 * that the block before commits to. The code runs here. What it reads beyond the transaction is proven like the rest.
 */
import { bytesToHex, hexToBytes, wordHex } from '../../../core/chain/hex';
import type { Address, Hash, Hex } from '../../../core/chain/primitives';
import type { Block } from '../../../core/chain/transaction';
import { ZERO_ADDRESS } from '../../../core/chain/zero-address';
import type { ContractKnowledge, TokenFacts } from '../../../core/contract/knowledge';
import { readProxy } from '../../../core/contract/proxies/proxy';
import type { ProxyReader } from '../../../core/contract/proxies/proxy-reader';
import type { BlockEnvironment } from '../../../core/evm/environment';
import type { Witness } from '../../../core/evm/state/witness';
import { Execution } from '../../../core/evm/transaction/execution';
import { wordOf } from '../../../core/simulation/place-amount';
import { questionOf } from '../../../core/simulation/token-slots';
import {
  callData,
  decodeAddress,
  decodeDecimals,
  decodeTokenText,
  TOKEN_CALLS,
} from '../../../core/tokens/token-calls';
import { type Failure, failure } from '../../../core/values/failure';
import { callContract } from '../../../net/account-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import type { KnownState } from '../../../net/state-source';
import type { KnownContracts } from '../../contracts/knowledge/known-contracts';
import { createTurns } from '../../scheduling/turns';
import { continuedState } from '../replay/earlier-state';
import { type LazyState, lazyState } from '../replay/replay-state';
import { runToEnd } from '../replay/run-to-end';
import { proveState } from './prove-state';

/** Contracts of each kind that are asked, at most; a transaction with more is a batch whose words nobody reads one by one. */
const MAX_ASKED = 20;
/** Slices of a question until it counts as unanswered: a symbol takes some hundred steps. */
const MAX_SLICES = 5;

export type AnswersQuestion = {
  rpc: Rpc;
  block: Block & { number: number; hash: Hash };
  environment: BlockEnvironment;
  witness: Witness;
  /** The state after the block before that the transaction read, proven. */
  read: KnownState;
  /** Known contracts; where the endpoint told otherwise than the proven state, they are corrected. */
  contracts: KnownContracts;
  addresses: readonly Address[];
  /** Those of `addresses` that may be proxies and handed nothing on: the code that ran tells of the others. */
  proxies: readonly Address[];
  signal: AbortSignal;
};

/**
 * Returns in a sentence what the endpoint told otherwise than the proven state has it; undefined where all is as it was told,
 * or cannot be proven. `calls` counts the proofs that were asked for.
 */
export async function proveAnswers(question: AnswersQuestion): Promise<{ contradiction?: string; calls: number }> {
  const tokens = await proveTokens(question);
  if (tokens.contradiction !== undefined) return tokens;
  const proxies = await proveProxies(question);
  return { ...proxies, calls: tokens.calls + proxies.calls };
}

async function proveTokens(question: AnswersQuestion): Promise<Awaited<ReturnType<typeof proveAnswers>>> {
  const { rpc, block, read, contracts, addresses, witness, signal } = question;
  const source = continuedState(rpc, block.number - 1, signal, () => undefined, { witness, empty: [] });
  const bench = new Bench(source, question.environment, signal);
  const known = addresses.flatMap((address) => contracts.knowledge(address) ?? []);
  const found: Found[] = [];
  for (const each of known.filter(({ token }) => token !== undefined).slice(0, MAX_ASKED))
    found.push(...(await compareToken(bench, rpc, block.number - 1, each, signal)));
  const fetched = source.fetched?.();
  if (fetched === undefined || typeof fetched === 'string') return { calls: 0 };
  const beyond = withAccounts(fetched, read);
  if (beyond.accounts.length === 0) return { calls: 0, ...judge(found, contracts) };
  const proven = await proveState(rpc, block, beyond, [], signal);
  // State that is told otherwise than the root has it makes the code answer otherwise, too.
  if (proven.others.length > 0 && !proven.proofs.isProven)
    return { contradiction: proven.proofs.reason, calls: proven.calls };
  return { calls: proven.calls, ...(proven.proofs.isProven && judge(found, contracts)) };
}

/** Puts right what is known, and names the first lie. */
function judge(found: readonly Found[], contracts: KnownContracts): { contradiction?: string } {
  for (const { right } of found) contracts.put('token', right);
  const contradiction = found.find(({ told }) => told !== undefined)?.told;
  return contradiction === undefined ? {} : { contradiction };
}

/** `told`: in a sentence, what the endpoint says of the same block; absent where that is right, and only its word of today is another. */
type Found = { right: ContractKnowledge; told?: string };

const DECODE = { symbol: decodeTokenText, decimals: decodeDecimals, asset: decodeAddress } as const;
const OF_ITEM = { symbol: TOKEN_CALLS.symbolOfItem, decimals: TOKEN_CALLS.decimalsOfItem } as const;

/** A word of a token, or of one of its items. */
type Word = { word: keyof typeof DECODE; data: Hex; item?: string };

function wordsOf({ standard, asset, items = [] }: TokenFacts): Word[] {
  const own = ['symbol' as const, ...(standard === 'ERC-20' ? (['decimals'] as const) : [])];
  const words = asset === undefined ? own : [...own, 'asset' as const];
  return [
    ...words.map((word): Word => ({ word, data: TOKEN_CALLS[word] })),
    ...items.flatMap(({ id: item }) =>
      (['symbol', 'decimals'] as const).map((word) => ({ word, data: callData(OF_ITEM[word], BigInt(item)), item })),
    ),
  ];
}

/** Returns the token with a word in the place of the one that was told. */
function withWord(token: TokenFacts, { word, item }: Word, is: string | number): TokenFacts {
  if (item === undefined) return { ...token, [word]: is };
  const items = (token.items ?? []).map((each) => (each.id === item ? { ...each, [word]: is } : each));
  return { ...token, items };
}

async function compareToken(
  bench: Bench,
  rpc: Rpc,
  at: number,
  { address, token }: ContractKnowledge,
  signal: AbortSignal,
): Promise<Found[]> {
  if (token === undefined) return [];
  let right = token;
  let told: string | undefined;
  for (const asked of wordsOf(token).slice(0, MAX_ASKED)) {
    const { word, data, item } = asked;
    const known: Partial<Record<typeof word, unknown>> | undefined =
      item === undefined ? token : token.items?.find(({ id }) => id === item);
    const answered = await bench.call(address, data);
    const is = answered === undefined ? undefined : DECODE[word](answered);
    if (is === undefined || is === known?.[word]) continue;
    const then = await callContract(rpc, { to: address, data }, at, { signal });
    if (!then.ok) continue;
    const said = then.value.reverted ? undefined : DECODE[word](then.value.data);
    // Tokens change their names, and amounts of this block are in the decimals of this block.
    if (said === is && word === 'symbol') continue;
    right = withWord(right, asked, is);
    const of = item === undefined ? word : `${word} of item ${item}`;
    if (said !== is)
      told ??= `The code of token ${address} answers ${of} with ${is}, and the endpoint said ${said ?? 'none'}.`;
  }
  if (right === token) return [];
  const corrected = { networkId: rpc.networkId, address, abi: [], token: right, fetchedAt: Date.now() };
  return [{ right: corrected, ...(told && { told }) }];
}

/**
 * Proves what was read of proxies that did not run, at the end of the block. What is known of those is taken back where the
 * endpoint told other state.
 */
async function proveProxies({
  rpc,
  block,
  environment,
  contracts,
  proxies,
  signal,
}: AnswersQuestion): Promise<Awaited<ReturnType<typeof proveAnswers>>> {
  const told = proxies.filter((address) => contracts.has('proxy', address)).slice(0, MAX_ASKED);
  if (told.length === 0) return { calls: 0 };
  const source = lazyState(rpc, block.number, signal);
  const bench = new Bench(source, environment, signal);
  for (const address of told) await readProxy(bench, address);
  const read = source.fetched?.();
  if (read === undefined || typeof read === 'string') return { calls: 0 };
  // The header of the block itself states the root after it.
  const next = { ...block, number: block.number + 1, parentHash: block.hash };
  const { proofs, others, calls } = await proveState(rpc, next, read, [], signal);
  if (proofs.isProven || others.length === 0) return { calls };
  for (const address of told) contracts.drop('proxy', address);
  return { calls, contradiction: proofs.reason };
}

/** A slot is proven with its account, which the transaction may have read before. */
function withAccounts({ accounts, slots }: KnownState, read: KnownState): KnownState {
  const fetched = new Set(accounts.map(({ address }) => address));
  const wanted = new Set(slots.map(({ address }) => address));
  return {
    accounts: [...accounts, ...read.accounts.filter(({ address }) => wanted.has(address) && !fetched.has(address))],
    slots,
  };
}

/** Reads contracts on the state that the transaction began with, and runs their views there. */
class Bench implements ProxyReader {
  /** The state says one thing at a time that it misses: slots that are asked for at once are read one after the other. */
  private readonly inTurn = createTurns(1);

  constructor(
    private readonly source: LazyState,
    private readonly environment: BlockEnvironment,
    private readonly signal: AbortSignal,
  ) {
    // Nobody sends the questions, so nothing has to be proven of the sender.
    const nobody = { balance: new Uint32Array(8), nonce: 0n, code: new Uint8Array(0), exists: false };
    const { state } = source;
    const sender = hexToBytes(ZERO_ADDRESS);
    if (!state.isKnown(state.indexOfAddress(sender))) state.supplyAccount(sender, nobody);
  }

  async code(address: Address): Promise<Hex | undefined> {
    const { state } = this.source;
    const account = state.indexOfAddress(hexToBytes(address));
    if (!state.requireAccount(account) && (await this.supplyMissing())) return undefined;
    return bytesToHex(state.codes[state.code[account]].bytes);
  }

  storageAt(address: Address, slot: Hash): Promise<Hex | undefined> {
    return this.inTurn(() => this.readSlot(address, slot));
  }

  private async readSlot(address: Address, slot: Hash): Promise<Hex | undefined> {
    if ((await this.code(address)) === undefined) return undefined;
    const { source, environment } = this;
    const { state } = source;
    const parts = {
      state,
      environment,
      run: (task: Execution) => this.run(task),
      supplyMissing: () => this.supplyMissing(),
    };
    const word = await wordOf(parts, { account: state.indexOfAddress(hexToBytes(address)), key: BigInt(slot) });
    return word.ok ? wordHex(word.value) : undefined;
  }

  async call(address: Address, data: Hex): Promise<Hex | undefined> {
    const question = questionOf(address, ZERO_ADDRESS, data);
    const execution = new Execution(this.source.state, this.environment, question, undefined, true);
    if (await this.run(execution)) return undefined;
    const { result } = execution;
    return result?.success === true ? bytesToHex(result.output) : undefined;
  }

  private run(execution: Execution): Promise<Failure | undefined> {
    let left = MAX_SLICES;
    return runToEnd(execution, this.source, this.signal, () =>
      left-- > 0 ? undefined : failure('tooLarge', 'The question takes too many steps.'),
    );
  }

  private async supplyMissing(): Promise<Failure | undefined> {
    const { missing } = this.source.state;
    if (missing === undefined || missing.kind === 'library') return failure('unsupported', 'The state is not known.');
    return this.source.supply(missing, () => []);
  }
}
