/**
 * A chain that changes in every way an index has to follow, the same for the
 * same seed: payments, tokens of all standards, failures, creations, and blocks
 * that are taken back and replaced by others. Nothing is remembered of it; what
 * an action depends on is asked of the chain.
 */
import { type Abi, encodeDeployData, encodeFunctionData, type Hex, pad, toHex } from 'viem';
import { request } from '../../../devnet/rpc';
import { quantityHex } from '../../../src/core/chain/hex';
import { type Compiled, compileForeign } from '../../foreign-chain/compile';
import { batch } from '../../foreign-chain/node-calls';
import { Random } from '../../fuzz/random';

export type Contract = { address: Hex; abi: Abi };

/** Gas of an ordinary transaction, and of a creation: stated, since those that fail have no estimate. */
const GAS = 1_000_000;
const CREATION_GAS = 4_000_000;
/** Transactions of a block at most: together below the gas of a block. */
const BLOCK = 12;
const COMMON_CONTRACTS = ['Stir', 'Card', 'Piece', 'Art', 'Items', 'WETH', 'Wrapped'] as const;

/** What sends: fields of eth_sendTransaction beside the sender, as far as an action states them. */
export type Sent = { from?: Hex; to?: Hex; data?: Hex; value?: bigint; gas?: number; more?: Record<string, unknown> };

/** Sends a transaction. */
export type Action = (chain: StirredChain) => Promise<unknown>;

export class StirredChain {
  readonly random: Random;
  private readonly contracts = new Map<string, Contract>();
  /** How many transactions were sent, those of blocks that were taken back among them. */
  sent = 0;

  private constructor(
    readonly rpcUrl: string,
    readonly accounts: readonly Hex[],
    private readonly compiled: Compiled,
    private readonly actions: readonly Action[],
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  /** The chain behind a node, with the contracts that actions use; `actions` is what happens on it. */
  static async on(rpcUrl: string, actions: readonly Action[], seed: number): Promise<StirredChain> {
    const accounts = (await request(rpcUrl, 'eth_accounts', [])) as Hex[];
    const chain = new StirredChain(rpcUrl, accounts.slice(0, 8), await compileForeign(), actions, seed);
    await chain.node('evm_setAutomine', [false]);
    for (const name of COMMON_CONTRACTS) await chain.deployKept(name, name, []);
    await chain.deployKept('ALF', 'Coin', ['ALF', 18, 10n ** 24n]);
    await chain.deployKept('BUSD', 'Coin', ['BUSD', 6, 10n ** 12n]);
    await chain.deployKept('ODD', 'Coin', ['ODD', 0, 1_000n]);
    return chain;
  }

  node(method: string, params: readonly unknown[]): Promise<unknown> {
    return request(this.rpcUrl, method, params);
  }

  contract(name: string): Contract {
    const found = this.contracts.get(name);
    if (found === undefined) throw new Error(`There is no contract ${name}.`);
    return found;
  }

  anyone(): Hex {
    return this.random.pick(this.accounts);
  }

  /** An account, a contract, or an address that nobody has. */
  anywhere(): Hex {
    if (this.random.chance(0.7)) return this.anyone();
    if (this.random.chance(0.5)) return this.random.pick([...this.contracts.values()]).address;
    return pad(toHex(this.random.below(20) + 0xabc000), { size: 20 });
  }

  /** Calldata of a function of a contract. */
  encode(name: string, functionName: string, args: readonly unknown[]): Hex {
    return encodeFunctionData({ abi: this.contract(name).abi, functionName, args });
  }

  creation(name: string, args: readonly unknown[]): Hex {
    const { abi, bytecode } = this.compiled.contract(name);
    return encodeDeployData({ abi, bytecode, args });
  }

  /** The first word that a contract answers on the newest block; undefined where it reverts. */
  async read(name: string, functionName: string, args: readonly unknown[]): Promise<Hex | undefined> {
    const call = { to: this.contract(name).address, data: this.encode(name, functionName, args) };
    const answer = await this.node('eth_call', [call, 'latest']).catch(() => undefined);
    return typeof answer === 'string' && answer.length >= 66 ? (answer.slice(0, 66) as Hex) : undefined;
  }

  async send({ from = this.anyone(), to, data, value, gas, more }: Sent): Promise<Hex> {
    this.sent++;
    const fields = {
      from,
      gas: quantityHex(gas ?? (to === undefined ? CREATION_GAS : GAS)),
      ...(to === undefined ? {} : { to }),
      ...(data === undefined ? {} : { data }),
      ...(value === undefined ? {} : { value: quantityHex(value) }),
      ...more,
    };
    return (await this.node('eth_sendTransaction', [fields])) as Hex;
  }

  /** Makes blocks until this many transactions were sent. */
  async stir(transactions: number): Promise<void> {
    const end = this.sent + transactions;
    while (this.sent < end) {
      const size = this.random.chance(0.05) ? 0 : Math.min(1 + this.random.below(BLOCK), end - this.sent);
      for (let at = 0; at < size; at++) await this.random.pick(this.actions)(this);
      await this.mine();
    }
  }

  /** Makes blocks, lets `meanwhile` look at them, takes them back and makes others in their place. */
  async reorganise(transactions: number, meanwhile: () => Promise<void>): Promise<void> {
    const snapshot = await this.node('evm_snapshot', []);
    await this.stir(transactions);
    await meanwhile();
    await this.node('evm_revert', [snapshot]);
    await this.stir(transactions + this.random.below(3) - 1);
  }

  mine(): Promise<unknown> {
    return this.node('evm_mine', []);
  }

  async head(): Promise<number> {
    return Number(await this.node('eth_blockNumber', []));
  }

  private async deployKept(key: string, name: string, args: readonly unknown[]): Promise<void> {
    const [owner] = this.accounts;
    if (owner === undefined) throw new Error('The node has no accounts.');
    const hash = await this.send({ from: owner, data: this.creation(name, args) });
    await this.mine();
    const [receipt] = (await batch(this.rpcUrl, [['eth_getTransactionReceipt', [hash]]])) as [
      { contractAddress: Hex; status: Hex },
    ];
    if (receipt.status !== '0x1') throw new Error(`${key} was not created.`);
    this.contracts.set(key, { address: receipt.contractAddress, abi: this.compiled.contract(name).abi });
  }
}
