/**
 * A JSON-RPC endpoint on the loopback address that answers from a block and
 * its witness as a public node does: blocks, transactions, receipts, logs and
 * calls, and the state before and after the block with proofs of the one
 * before. It traces nothing. What the witness does not have it refuses as a
 * node does that dropped it.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { bytesToHex, hexToBytes, quantityHex } from '../../../src/core/chain/hex';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { blockToRpc, type RpcForm, receiptToRpc, transactionToRpc } from '../../../src/core/chain/rpc-form';
import { type Receipt, type Transaction, transactionOf } from '../../../src/core/chain/transaction';
import type { ChainRules } from '../../../src/core/evm/families/family';
import { Halt } from '../../../src/core/evm/frames/halt';
import { type IncludedBlock, toEnvironment, toInput } from '../../../src/core/evm/transaction/chain-input';
import { Execution } from '../../../src/core/evm/transaction/execution';
import { closeServer, listenHere } from '../../serving/local-server';
import { WitnessedState } from './witnessed-state';

export type RecordedChain = {
  block: IncludedBlock;
  /** Blocks before it as far as the recording has their headers, without their transactions. */
  ancestors?: readonly IncludedBlock[];
  rules: ChainRules;
  transactions: readonly Transaction[];
  receipts: readonly Receipt[];
  /** Nodes of the tries before the block, and codes. */
  preimages: readonly Hex[];
  /** Before the block. */
  root: Hash;
  /** State as the block left it. */
  witnessed: WitnessedState;
};

export type RecordedNode = { url: string; stop(): Promise<void> };

type Reply = { result: unknown } | { error: { code: number; message: string; data?: Hex } };

const NO_METHOD: Reply = { error: { code: -32601, message: 'the method does not exist/is not available' } };
const PRUNED: Reply = { error: { code: -32000, message: 'missing trie node (historical state is not available)' } };

/** Writes an answer otherwise than the node recorded here would. */
export type Alter = (method: string, result: unknown) => unknown;

/**
 * Starts the endpoint; the chain's newest block is the recorded one. One that `prunes` has dropped the state before it, and
 * gives the witness of the block.
 */
export async function startRecordedNode(
  chain: RecordedChain,
  alter: Alter = (_, result) => result,
  prunes = false,
): Promise<RecordedNode> {
  const node = new Answers(chain, prunes);
  // One after the other: reading a witness changes what is known of it.
  let turn: Promise<unknown> = Promise.resolve();
  const reply = (call: Call): Promise<RpcForm> => {
    const answer = turn.then(() => node.answer(call.method, call.params ?? [])).catch(() => PRUNED);
    turn = answer;
    return answer.then((each) => ({
      jsonrpc: '2.0',
      id: call.id,
      ...('result' in each ? { result: alter(call.method, each.result) } : each),
    }));
  };
  const server = createServer((request, response) => {
    void text(request).then(async (text) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      });
      if (request.method !== 'POST') return response.end();
      const body = JSON.parse(text) as Call | Call[];
      return response.end(JSON.stringify(await (Array.isArray(body) ? Promise.all(body.map(reply)) : reply(body))));
    });
  });
  const port = await listenHere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => closeServer(server),
  };
}

type Call = { id: unknown; method: string; params?: readonly unknown[] };
type Asked = { from?: Address; to?: Address; data?: Hex; input?: Hex; value?: Hex };

const NOBODY: Address = `0x${'00'.repeat(20)}` as Address;

class Answers {
  private readonly before: WitnessedState;

  private readonly chain: RecordedChain;

  constructor(
    chain: RecordedChain,
    private readonly prunes: boolean,
  ) {
    // Nodes state what was paid with the transaction, too.
    const transactions = chain.transactions.map((each, index) => {
      const gasPrice = each.gasPrice ?? chain.receipts[index]?.effectiveGasPrice;
      return gasPrice === undefined ? each : { ...each, gasPrice };
    });
    this.chain = { ...chain, transactions };
    this.before = WitnessedState.of(chain.root, chain.preimages);
  }

  async answer(method: string, params: readonly unknown[]): Promise<Reply> {
    const { block } = this.chain;
    const [first, second] = params;
    switch (method) {
      case 'eth_chainId':
        return { result: quantityHex(block.networkId) };
      case 'net_version':
        return { result: String(block.networkId) };
      case 'web3_clientVersion':
        return { result: 'Recorded/1' };
      case 'eth_syncing':
        return { result: false };
      case 'eth_blockNumber':
        return { result: quantityHex(block.number) };
      case 'eth_gasPrice':
        return { result: quantityHex(block.baseFeePerGas ?? 0n) };
      case 'eth_getBlockByHash':
      case 'eth_getBlockByNumber':
        return { result: this.blockOf(first, second === true) };
      case 'eth_getBlockReceipts':
        return { result: this.isRecorded(first) ? this.chain.receipts.map(receiptToRpc) : null };
      case 'eth_getTransactionByHash':
        return {
          result: found(
            this.chain.transactions.find(({ hash }) => hash === first),
            transactionToRpc,
          ),
        };
      case 'eth_getTransactionReceipt':
        return {
          result: found(
            this.chain.receipts.find((each) => each.transactionHash === first),
            receiptToRpc,
          ),
        };
      case 'eth_getLogs':
        return { result: this.logsOf((first as { blockHash?: Hash }).blockHash) };
      case 'eth_getBalance':
      case 'eth_getTransactionCount':
      case 'eth_getCode':
        return this.accountOf(method, first as Address, second);
      case 'eth_getStorageAt':
        return this.slotOf(first as Address, second as Hex, params[2]);
      case 'eth_getProof':
        return this.proofOf(first as Address, second as readonly Hex[], params[2]);
      case 'debug_executionWitness':
        return this.prunes && this.isRecorded(first)
          ? { result: { state: this.chain.preimages, codes: [] } }
          : NO_METHOD;
      case 'eth_call':
        return this.call(first as Asked, second);
      default:
        return NO_METHOD;
    }
  }

  private blockOf(place: unknown, isWhole: boolean): RpcForm | null {
    const { block, ancestors = [], transactions } = this.chain;
    if (this.isRecorded(place))
      return { ...blockToRpc(block), ...(isWhole && { transactions: transactions.map(transactionToRpc) }) };
    return found(
      ancestors.find(({ hash, number }) => place === hash || place === quantityHex(number)),
      blockToRpc,
    );
  }

  /** The events of the block, where it is named by its hash. */
  private logsOf(block: Hash | undefined): readonly RpcForm[] {
    if (block !== this.chain.block.hash) return [];
    return this.chain.receipts.flatMap((receipt) =>
      (receiptToRpc(receipt).logs as RpcForm[]).map((log) => ({ ...log, transactionHash: receipt.transactionHash })),
    );
  }

  private isRecorded(place: unknown): boolean {
    const { block } = this.chain;
    return place === block.hash || place === quantityHex(block.number) || NEWEST.includes(String(place));
  }

  /** The state that a place names; undefined for one that is not recorded. */
  private stateAt(place: unknown): WitnessedState | undefined {
    const { block, witnessed } = this.chain;
    const named = typeof place === 'object' && place !== null ? Object.values(place)[0] : place;
    if (this.isRecorded(named)) return witnessed;
    const isParent = named === block.parentHash || named === quantityHex(block.number - 1);
    return isParent && !this.prunes ? this.before : undefined;
  }

  private async accountOf(method: string, address: Address, place: unknown): Promise<Reply> {
    const account = await this.stateAt(place)?.account(hexToBytes(address));
    if (account === undefined) return PRUNED;
    // Where the witness has no code, INVALID stands for it.
    if (method === 'eth_getCode') return { result: bytesToHex(account.code) };
    return { result: quantityHex(method === 'eth_getBalance' ? account.balance : account.nonce) };
  }

  private async slotOf(address: Address, key: Hex, place: unknown): Promise<Reply> {
    const state = this.stateAt(place);
    if (state === undefined) return PRUNED;
    return { result: `0x${(await state.slot(hexToBytes(address), BigInt(key))).toString(16).padStart(64, '0')}` };
  }

  private async proofOf(address: Address, keys: readonly Hex[], place: unknown): Promise<Reply> {
    const state = this.stateAt(place);
    if (state === undefined || state === this.chain.witnessed) return PRUNED;
    await state.account(hexToBytes(address));
    // A proof would tell that INVALID stands for its code.
    if (!state.hasCode(hexToBytes(address))) return PRUNED;
    return { result: await state.proof(hexToBytes(address), keys) };
  }

  private async call({ from = NOBODY, to, data, input, value }: Asked, place: unknown): Promise<Reply> {
    const { block, rules } = this.chain;
    const state = this.stateAt(place);
    if (state === undefined) return PRUNED;
    const stated = { networkId: block.networkId, hash: block.hash as Hash, type: 2, from, nonce: 0, gas: CALL_GAS };
    const call = transactionOf({
      ...stated,
      ...(to && { to }),
      value: BigInt(value ?? 0),
      input: input ?? data ?? '0x',
      gasPrice: 0n,
    });
    const own = state.copied();
    const environment = { ...toEnvironment(block, rules, own.hashes), baseFee: 0n };
    const execution = new Execution(own.state, environment, { ...toInput(call), isMadeUp: true }, undefined, true);
    await own.run(execution);
    const { result } = execution;
    if (result === undefined) return { error: { code: -32000, message: execution.invalid ?? 'invalid' } };
    const output = bytesToHex(result.output);
    if (result.success) return { result: output };
    if (result.halt === Halt.revert) return { error: { code: 3, message: 'execution reverted', data: output } };
    return { error: { code: -32000, message: 'execution failed' } };
  }
}

const NEWEST: readonly string[] = ['latest', 'pending', 'safe', 'finalized'];
const CALL_GAS = 50_000_000;

function found<T>(value: T | undefined, form: (value: T) => RpcForm): RpcForm | null {
  return value === undefined ? null : form(value);
}
