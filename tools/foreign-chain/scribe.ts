/** Sends transactions to the foreign chain and writes down what is true of each. */
import {
  type Abi,
  type AbiParameter,
  decodeFunctionResult,
  encodeDeployData,
  encodeErrorResult,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  parseAbi,
} from 'viem';
import { request } from '../../devnet/rpc';
import { quantityHex } from '../../src/core/chain/hex';
import type { Compiled } from './compile';
import { batch, revertData } from './node-calls';
import type { CompilerCheck, ContractTruth, ErrorTruth, EventTruth, StateTruth, Truth } from './truth';
import { eventBy, lower, named, type RawLog, toValue } from './values';

/** A contract of the chain, by a key of its own. */
export type Contract = { key: string; name: string; address: Hex; abi: Abi };

/** A public getter, with the item of what it answers where that is several; a slot; or what the source says. */
type Reading = {
  of: Contract;
  path: string;
  /** For an enum: its members, by which values are told. */
  members?: readonly string[];
} & (
  | {
      get: string;
      args?: readonly unknown[];
      item?: number;
      /** The value before, of an item that its array had not yet: a getter reverts then. */
      before?: string;
    }
  | { slot: Hex; bits?: readonly [from: number, count: number] }
  /** The value is a function: what the source assigned, by name. */
  | { is: readonly [before: string, after: string] }
);

/**
 * Place of a failure by the source: the line of the file with the text, the first after `within` where others have it,
 * too.
 */
export type FailingLine = { function: string; file: string; text: string; within?: string };

export type ExpectedFailure = { ends: ExpectedError; cause?: ExpectedError; at?: FailingLine };

export type ExpectedError =
  | { error: string; args?: readonly unknown[]; abi?: Abi }
  | { reason: string }
  | { panic: number }
  | { data: Hex; malformed?: string }
  | { halt: string }
  | { check: CompilerCheck }
  | 'nothing';

export type Sending = {
  name: string;
  from?: Hex;
  to?: Hex;
  call?: readonly [contract: Contract, method: string, args?: readonly unknown[]];
  data?: Hex;
  value?: bigint;
  gas?: number;
  /** Further fields of eth_sendTransaction. */
  more?: Record<string, unknown>;
  /** `key.function` of each call, in the order entered. */
  calls?: string;
  fails?: ExpectedFailure;
  state?: readonly Reading[];
};

type Receipt = {
  status: Hex;
  gasUsed: Hex;
  effectiveGasPrice: Hex;
  blockNumber: Hex;
  contractAddress: Hex | null;
  logs: RawLog[];
};
type Sent = { from: Hex; to: Hex | null; value: Hex; nonce: Hex; gas: Hex; type: Hex; input: Hex };

const TRANSFER = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const BALANCE = parseAbi(['function balanceOf(address) view returns (uint256)']);
const ERRORS = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)']);

export class Scribe {
  readonly contracts = new Map<string, Contract>();
  readonly facts: ContractTruth[] = [];
  readonly transactions: Truth[] = [];
  /** Accounts whose balances are recorded. */
  private readonly watched = new Set<Hex>();

  constructor(
    private readonly rpcUrl: string,
    readonly compiled: Compiled,
    readonly accounts: readonly Hex[],
  ) {
    for (const account of accounts) this.watch(account);
  }

  watch(address: string): void {
    this.watched.add(lower(address));
  }

  request(method: string, params: readonly unknown[]): Promise<unknown> {
    return request(this.rpcUrl, method, params);
  }

  /** Makes a contract known that is on the chain already. */
  add(contract: Contract, more: Pick<ContractTruth, 'implementation' | 'symbol'> = {}): Contract {
    const known = { ...contract, address: lower(contract.address) };
    this.contracts.set(known.key, known);
    this.facts.push({ key: known.key, address: known.address, name: known.name, ...more });
    this.watch(known.address);
    return known;
  }

  /** Creates a contract in a transaction of its own. */
  async deploy(
    key: string,
    name: string,
    args: readonly unknown[] = [],
    options: {
      libraries?: Record<string, Hex>;
      file?: string;
      code?: { abi: Abi; bytecode: Hex };
      implementation?: string;
      symbol?: string;
      calls?: string;
      state?: (deployed: Contract) => readonly Reading[];
    } = {},
  ): Promise<Contract> {
    const { abi, bytecode } = options.code ?? this.compiled.contract(name, options);
    const from = this.accounts[0] as Hex;
    const data = encodeDeployData({ abi, bytecode, args });
    const at = await this.mine({ from, data });
    const address = lower(at.receipt.contractAddress ?? '0x');
    const { implementation, symbol } = options;
    const contract = this.add(
      { key, name, address, abi },
      { ...(implementation && { implementation }), ...(symbol && { symbol }) },
    );
    await this.write({ name: `deploy ${key}`, ...options, state: options.state?.(contract) ?? [] }, at, {
      function: 'constructor',
      args: named(constructorInputs(abi), args),
    });
    return contract;
  }

  /** Sends a transaction that calls, moves ether, or creates what is not to be kept. */
  async send(sending: Sending): Promise<Truth> {
    const { call, from = this.accounts[0] as Hex, value, gas, more } = sending;
    const [contract, method = '', args = []] = call ?? [];
    const data = contract
      ? encodeFunctionData({ abi: contract.abi, functionName: method, args: [...args] })
      : sending.data;
    const to = contract?.address ?? sending.to;
    const at = await this.mine({
      from,
      ...(to && { to }),
      ...(data && { data }),
      ...(value && { value: quantityHex(value) }),
      ...(gas && { gas: quantityHex(gas) }),
      ...more,
    });
    const called = contract && {
      function: method,
      args: named(functionInputs(contract.abi, method, args), args),
    };
    return this.write(sending, at, called);
  }

  /** The answer of a view function, at a block or now. */
  async read(
    contract: Contract,
    functionName: string,
    args: readonly unknown[] = [],
    block = 'latest',
  ): Promise<unknown> {
    const data = encodeFunctionData({ abi: contract.abi, functionName, args: [...args] });
    const answer = (await this.request('eth_call', [{ to: contract.address, data }, block])) as Hex;
    if (answer === '0x') return undefined;
    return decodeFunctionResult({ abi: contract.abi, functionName, args: [...args], data: answer } as never);
  }

  private async mine(fields: Record<string, unknown>) {
    const hash = (await this.request('eth_sendTransaction', [fields])) as Hex;
    const receipt = (await this.request('eth_getTransactionReceipt', [hash])) as Receipt;
    const transaction = (await this.request('eth_getTransactionByHash', [hash])) as Sent;
    return { hash, receipt, transaction, fields };
  }

  private async write(
    { name, calls, fails, state = [] }: Sending,
    { hash, receipt, transaction, fields }: Awaited<ReturnType<Scribe['mine']>>,
    call: Truth['call'],
  ): Promise<Truth> {
    const succeeded = receipt.status === '0x1';
    if (succeeded === (fails !== undefined))
      throw new Error(`${name} came out otherwise than meant: ${receipt.status}`);
    const block = Number(receipt.blockNumber);
    if (fails) await this.proveError(name, fails.ends, fields, { block, hash });
    if (receipt.contractAddress && succeeded) this.watch(receipt.contractAddress);
    const events = receipt.logs.map((log) => this.eventOf(log));
    const truth: Truth = {
      name,
      hash,
      status: succeeded ? 'success' : 'failed',
      type: Number(transaction.type),
      from: lower(transaction.from),
      ...(transaction.to && { to: lower(transaction.to) }),
      ...(receipt.contractAddress && { created: lower(receipt.contractAddress) }),
      value: String(BigInt(transaction.value)),
      nonce: Number(transaction.nonce),
      block,
      gasLimit: Number(transaction.gas),
      gasUsed: Number(receipt.gasUsed),
      gasPrice: String(BigInt(receipt.effectiveGasPrice)),
      input: transaction.input,
      ...(call && { call }),
      ...(calls && {
        calls: calls
          .trim()
          .split(/\s+/)
          .map((each) => this.callOf(each)),
      }),
      ...(fails && { failure: this.failureOf(fails) }),
      events,
      balances: await this.balances(block),
      tokens: await this.tokenBalances(receipt.logs, block),
      state: await Promise.all(state.map((reading) => this.stateOf(reading, block))),
    };
    this.transactions.push(truth);
    return truth;
  }

  private callOf(text: string): { address: Hex; function: string } {
    const [key = '', method = ''] = text.split('.');
    const address = key.startsWith('0x') ? lower(key) : this.contracts.get(key)?.address;
    if (address === undefined) throw new Error(`There is no contract ${key}.`);
    return { address, function: method };
  }

  /** The node's own answer to the same call must be the error that was meant. */
  private async proveError(
    name: string,
    meant: ExpectedError,
    fields: Record<string, unknown>,
    mined: { block: number; hash: Hex },
  ): Promise<void> {
    const data = await this.errorData(meant, fields, mined);
    const expected = this.dataOf(meant);
    if (data !== expected) throw new Error(`${name} fails with ${data}, and is said to with ${expected}.`);
  }

  private async errorData(
    meant: ExpectedError,
    fields: Record<string, unknown>,
    { block, hash }: { block: number; hash: Hex },
  ): Promise<Hex> {
    if (meant === 'nothing' || !('malformed' in meant)) return revertData(this.rpcUrl, fields, quantityHex(block - 1));
    // Of a call that fails so, Hardhat keeps the data to itself.
    const options = { disableStack: true, disableMemory: true, disableStorage: true };
    const { returnValue } = (await this.request('debug_traceTransaction', [hash, options])) as { returnValue: string };
    return `0x${returnValue.replace(/^0x/, '')}`;
  }

  private dataOf(error: ExpectedError): Hex {
    if (error === 'nothing' || 'halt' in error || 'check' in error) return '0x';
    if ('data' in error) return error.data;
    if ('reason' in error) return encodeErrorResult({ abi: ERRORS, errorName: 'Error', args: [error.reason] });
    if ('panic' in error) return encodeErrorResult({ abi: ERRORS, errorName: 'Panic', args: [BigInt(error.panic)] });
    const abi = error.abi ?? this.abiWithError(error.error);
    return encodeErrorResult({ abi, errorName: error.error, args: [...(error.args ?? [])] } as never);
  }

  private abiWithError(name: string): Abi {
    for (const { abi } of this.contracts.values())
      if (abi.some((item) => item.type === 'error' && item.name === name)) return abi;
    throw new Error(`No ABI has the error ${name}.`);
  }

  private failureOf({ ends, cause, at }: ExpectedFailure): NonNullable<Truth['failure']> {
    return {
      ends: errorTruth(ends),
      ...(cause && { cause: errorTruth(cause) }),
      ...(at && {
        at: { function: at.function, file: at.file, line: this.compiled.lineOf(at.file, at.text, at.within) },
      }),
    };
  }

  private eventOf(log: RawLog): EventTruth {
    const address = lower(log.address);
    const own = [...this.contracts.values()].filter((contract) => contract.address === address);
    for (const { abi } of [...own, ...this.contracts.values()]) {
      const found = eventBy(abi, log);
      if (found) return { address, ...found };
    }
    throw new Error(`No ABI has the event ${log.topics[0]}.`);
  }

  private async balances(block: number): Promise<Truth['balances']> {
    const coinbase = ((await this.request('eth_getBlockByNumber', [quantityHex(block), false])) as { miner: Hex })
      .miner;
    const addresses = [...this.watched, lower(coinbase)];
    const at = (height: number) =>
      batch(
        this.rpcUrl,
        addresses.map((address) => ['eth_getBalance', [address, quantityHex(height)]]),
      );
    const [before, after] = await Promise.all([at(block - 1), at(block)]);
    return addresses.flatMap((address, index) => {
      const [was, is] = [String(BigInt(before[index] as Hex)), String(BigInt(after[index] as Hex))];
      return was === is ? [] : [{ address, before: was, after: is }];
    });
  }

  /** balanceOf before and after, of all whom a Transfer names. */
  private async tokenBalances(logs: readonly RawLog[], block: number): Promise<Truth['tokens']> {
    const holders = new Map<string, { token: Hex; holder: Hex }>();
    for (const log of logs) {
      const moved = eventBy(TRANSFER, log);
      if (moved === undefined) continue;
      const token = lower(log.address);
      for (const { value } of moved.args.slice(0, 2))
        if (typeof value === 'string' && BigInt(value) !== 0n)
          holders.set(token + value, { token, holder: value as Hex });
    }
    const all = [...holders.values()];
    const at = (height: number) =>
      batch(
        this.rpcUrl,
        all.map(({ token, holder }) => {
          const data = encodeFunctionData({ abi: BALANCE, functionName: 'balanceOf', args: [holder] });
          return ['eth_call', [{ to: token, data }, quantityHex(height)]];
        }),
      );
    const [before, after] = await Promise.all([at(block - 1), at(block)]);
    return all.map((each, index) => ({ ...each, before: integer(before[index]), after: integer(after[index]) }));
  }

  private async stateOf(reading: Reading, block: number): Promise<StateTruth> {
    if ('is' in reading) {
      const [before, after] = reading.is;
      return { address: reading.of.address, path: reading.path.toLowerCase(), before, after };
    }
    const at = async (height: number): Promise<string> => {
      if ('slot' in reading) {
        const word = BigInt(
          (await this.request('eth_getStorageAt', [reading.of.address, reading.slot, quantityHex(height)])) as Hex,
        );
        const [from, count] = reading.bits ?? [0, 256];
        return String((word >> BigInt(from)) & ((1n << BigInt(count)) - 1n));
      }
      if (reading.before !== undefined && height < block) return reading.before;
      const answer = await this.read(reading.of, reading.get, reading.args, quantityHex(height));
      if (answer === undefined) return '0'; // not created yet
      const value = toValue(Array.isArray(answer) && reading.item !== undefined ? answer[reading.item] : answer);
      return typeof value === 'string' ? value : JSON.stringify(value);
    };
    const [before, after] = (await Promise.all([at(block - 1), at(block)])).map(
      (value) => reading.members?.[Number(value)] ?? value,
    ) as [string, string];
    return { address: reading.of.address, path: reading.path.toLowerCase(), before, after };
  }
}

function errorTruth(error: ExpectedError): ErrorTruth {
  if (error === 'nothing') return { kind: 'nothing' };
  if ('check' in error) return { kind: 'nothing', check: error.check };
  if ('halt' in error) return { kind: 'halt', words: error.halt };
  if ('data' in error)
    return { kind: 'data', data: error.data, ...(error.malformed && { malformed: error.malformed }) };
  if ('reason' in error) return { kind: 'error', name: 'Error', args: [error.reason] };
  if ('panic' in error) return { kind: 'error', name: 'Panic', args: [String(error.panic)] };
  return { kind: 'error', name: error.error, args: (error.args ?? []).map(toValue) };
}

function constructorInputs(abi: Abi): readonly AbiParameter[] {
  for (const item of abi) if (item.type === 'constructor') return item.inputs;
  return [];
}

function functionInputs(abi: Abi, name: string, args: readonly unknown[]): readonly AbiParameter[] {
  const item = getAbiItem({ abi, name, args: [...args] });
  return item?.type === 'function' ? item.inputs : [];
}

/** Decimal text of an answered word; 0 of a contract that is not there yet. */
function integer(word: unknown): string {
  return word === '0x' ? '0' : String(BigInt(word as Hex));
}
