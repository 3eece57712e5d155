/** Known answers of the OP Stack's clients: single transactions, fees and encodings, beside whole blocks. */
import { keccak256 } from 'viem';
import { bytesToHex, hexToBytes } from '../../../src/core/chain/hex';
import type { Hex, NetworkId } from '../../../src/core/chain/primitives';
import type { Receipt } from '../../../src/core/chain/transaction';
import { OP_ENCODING, opInput, opProtocol } from '../../../src/core/evm/families/op-stack';
import { dataCost } from '../../../src/core/evm/families/op-stack/fees';
import { blobsOf, ethereumFork, OpFork } from '../../../src/core/evm/families/op-stack/op-forks';
import { Halt } from '../../../src/core/evm/frames/halt';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { ViewedState } from '../../../src/core/evm/state/view';
import { toInput } from '../../../src/core/evm/transaction/chain-input';
import { Execution } from '../../../src/core/evm/transaction/execution';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { limbsOf } from '../../../src/core/evm/words/words';
import { receiptFields } from '../../../src/core/proof/receipts';
import type { Check } from '../check';
import { decodeDeposit } from './deposit';

export type KnownAccount = { wei?: bigint; nonce?: bigint; code?: Hex; slots?: Readonly<Record<string, bigint>> };

/** Executes a transaction on a state of these accounts alone, in a block without prices unless `block` has them. */
export async function executeOp(
  fork: OpFork,
  accounts: Readonly<Record<string, KnownAccount>>,
  input: TransactionInput,
  block: { chainId?: bigint; baseFee?: bigint; coinbase?: Hex } = {},
) {
  await loadLibraries();
  const state = new State();
  for (const [address, { wei = 0n, nonce = 0n, code = '0x', slots = {} }] of Object.entries(accounts)) {
    const given = { balance: limbsOf(wei), nonce, code: hexToBytes(code), exists: true };
    const account = state.supplyAccount(hexToBytes(address.toLowerCase() as Hex), given, true);
    for (const [key, value] of Object.entries(slots)) state.supplySlot(account, word(BigInt(key)), word(value));
  }
  const environment = {
    fork: ethereumFork(fork),
    blobs: blobsOf(fork),
    protocol: opProtocol(fork),
    chainId: block.chainId ?? 1n,
    number: 1,
    timestamp: 1,
    gasLimit: 30_000_000,
    coinbase: hexToBytes(block.coinbase ?? `0x${'00'.repeat(20)}`),
    baseFee: block.baseFee ?? 0n,
    random: 0n,
    excessBlobGas: 0n,
    blockHash: () => undefined,
  };
  const execution = new Execution(state, environment, input, undefined);
  while (execution.run(1_000_000) !== Stop.done) {
    if (state.missing?.kind !== 'account') throw new Error(`missing: ${state.missing?.kind}`);
    state.supplyAccount(state.missing.address, {
      balance: limbsOf(0n),
      nonce: 0n,
      code: new Uint8Array(0),
      exists: false,
    });
  }
  const { result, invalid } = execution;
  if (result === undefined) throw new Error(`the transaction is invalid: ${invalid}`);
  const view = new ViewedState(state);
  return {
    result,
    balance: (address: Hex) => view.balance(hexToBytes(address)),
    nonce: (address: Hex) => state.nonce[state.indexOfAddress(hexToBytes(address))] ?? 0n,
  };
}

/** Executes a deposit before Regolith of op-geth's traces (eth/tracers/internal/tracetest/testdata), whether it fails or not. */
export async function checkTracedDeposit(check: Check, given: TracedDeposit): Promise<void> {
  const transaction = decodeDeposit(given.input, 3 as NetworkId);
  check.equal('the bytes of the deposit', OP_ENCODING.transaction(transaction), given.input);
  const forced = opInput(transaction);
  if (!forced.ok) throw new Error(forced.error);
  const accounts = Object.fromEntries(
    Object.entries(given.genesis.alloc).map(([address, { balance }]) => [address, { wei: BigInt(balance) }]),
  );
  const { result } = await executeOp(OpFork.bedrock, accounts, { ...toInput(transaction, true), ...forced.value });
  const [root] = Array.isArray(given.result) ? given.result : [given.result];
  const failed = root?.error !== undefined;
  check.equal('success', result.success, !failed);
  // The flat trace of the failed one states no gas; all of its limit is used.
  const gas = root?.action?.gasUsed ?? root?.gasUsed ?? '0x30d40';
  check.equal('gas used', result.gasUsed, Number(gas));
}

export type TracedDeposit = {
  genesis: { alloc: Record<string, { balance: Hex }> };
  input: Hex;
  result: TracedFrame | readonly TracedFrame[];
};
type TracedFrame = { error?: string; gasUsed?: Hex; action?: { gasUsed?: Hex } };

/** What the inputs of op-revm's integration tests are, which the recorded results leave out (crates/op-revm/tests/integration.rs). */
const REVM_CALLS: Readonly<Record<string, [to: number, bytes: number, fork: OpFork]>> = {
  test_tx_call_p256verify: [0x100, 0, OpFork.fjord],
  test_halted_tx_call_p256verify: [0x100, 0, OpFork.fjord],
  test_halted_tx_call_bn128_pair_fjord: [0x08, 112_689, OpFork.fjord],
  test_halted_tx_call_bn128_pair_granite: [0x08, 112_689, OpFork.granite],
  test_halted_tx_call_bls12_381_g1_add_out_of_gas: [0x0b, 0, OpFork.isthmus],
  test_halted_tx_call_bls12_381_g1_add_input_wrong_size: [0x0b, 0, OpFork.isthmus],
  test_halted_tx_call_bls12_381_g1_msm_out_of_gas: [0x0c, 160, OpFork.isthmus],
  test_halted_tx_call_bls12_381_g1_msm_wrong_input_layout: [0x0c, 160, OpFork.isthmus],
  test_halted_tx_call_bls12_381_g1_msm_input_wrong_size: [0x0c, 159, OpFork.isthmus],
  test_halted_tx_call_bls12_381_g2_add_out_of_gas: [0x0d, 0, OpFork.isthmus],
  test_halted_tx_call_bls12_381_g2_add_input_wrong_size: [0x0d, 0, OpFork.isthmus],
  test_halted_tx_call_bls12_381_g2_msm_out_of_gas: [0x0e, 288, OpFork.isthmus],
  test_halted_tx_call_bls12_381_g2_msm_wrong_input_layout: [0x0e, 288, OpFork.isthmus],
  test_halted_tx_call_bls12_381_g2_msm_input_wrong_size: [0x0e, 287, OpFork.isthmus],
  test_halted_tx_call_bls12_381_pairing_out_of_gas: [0x0f, 384, OpFork.isthmus],
  test_halted_tx_call_bls12_381_pairing_wrong_input_layout: [0x0f, 384, OpFork.isthmus],
  test_halted_tx_call_bls12_381_pairing_input_wrong_size: [0x0f, 383, OpFork.isthmus],
  test_halted_tx_call_bls12_381_map_fp_to_g1_out_of_gas: [0x10, 64, OpFork.isthmus],
  test_halted_tx_call_bls12_381_map_fp_to_g1_input_wrong_size: [0x10, 63, OpFork.isthmus],
  test_halted_tx_call_bls12_381_map_fp2_to_g2_out_of_gas: [0x11, 128, OpFork.isthmus],
  test_halted_tx_call_bls12_381_map_fp2_to_g2_input_wrong_size: [0x11, 127, OpFork.isthmus],
};

export type RevmResult = {
  result:
    | { Success: { gas_used: number; logs: readonly unknown[] } }
    | { Halt: { reason: 'FailedDeposit' | { Base: string | object }; gas_used: number } };
  state: Record<string, { info: { balance: Hex; nonce: number; code?: { LegacyAnalyzed: { bytecode: Hex } } } }>;
};

/** Returns why a result of op-revm cannot be compared; undefined when it can. */
export function whyNotRevm(name: string): string | undefined {
  if (REVM_CALLS[name] !== undefined || /deposit|log_inspector/.test(name)) return undefined;
  return 'a template of its tests, of no transaction';
}

/** Runs a transaction of op-revm's integration tests: status, gas, the kind of halt, logs, balances and nonces. */
export async function checkRevmResult(check: Check, name: string, given: RevmResult): Promise<void> {
  const { result: expected, state } = given;
  const { gas_used: gasUsed } = 'Success' in expected ? expected.Success : expected.Halt;
  const call = REVM_CALLS[name];
  const isDeposit = name.includes('deposit');
  const accounts = Object.fromEntries(
    Object.entries(state)
      .filter(([address]) => /^0x(e{40}|f{40})$/.test(address))
      .map(([address, { info }]) => {
        const isTarget = address.startsWith('0xff');
        const code = info.code?.LegacyAnalyzed.bytecode ?? '0x';
        return [address, { wei: 10n ** 16n, ...(isTarget && { nonce: 1n, code }) }];
      }),
  );
  const zero = `0x${'00'.repeat(20)}` as Hex;
  const from =
    (isDeposit || call === undefined) && state[`0x${'ee'.repeat(20)}`] ? (`0x${'ee'.repeat(20)}` as Hex) : zero;
  const to = call
    ? (`0x${call[0].toString(16).padStart(40, '0')}` as Hex)
    : state[`0x${'ff'.repeat(20)}`]
      ? (`0x${'ff'.repeat(20)}` as Hex)
      : zero;
  const { result, balance, nonce } = await executeOp(call?.[2] ?? OpFork.holocene, accounts, {
    type: isDeposit ? 0x7e : 0,
    isIncluded: true,
    ...(isDeposit && { isForced: true, mint: 100n }),
    from: hexToBytes(from),
    to: hexToBytes(to),
    nonce: 0n,
    value: 0n,
    data: new Uint8Array(call?.[1] ?? 0).fill(1),
    gasLimit: call ? BigInt(gasUsed) : 30_000_000n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    accessList: [],
    maxFeePerBlobGas: 0n,
    blobHashes: [],
    authorizationList: [],
    encoded: new Uint8Array(1),
  });
  check.equal('success', result.success, 'Success' in expected);
  check.equal('gas used', result.gasUsed, gasUsed);
  if ('Success' in expected) check.equal('logs', result.logs.length, expected.Success.logs.length);
  else if (call) {
    const { reason } = expected.Halt;
    const kind =
      typeof reason === 'object' && reason.Base === 'PrecompileError' ? Halt.precompileFailed : Halt.outOfGas;
    check.equal('the halt', result.halt, kind);
  }
  for (const [address, { info }] of Object.entries(state)) {
    check.equal(`the balance of ${address}`, balance(address as Hex), BigInt(info.balance));
    check.equal(`the nonce of ${address}`, nonce(address as Hex), info.nonce);
  }
}

export type FeeVectors = {
  setting: Record<'l1BaseFee' | 'overhead' | 'scalar' | 'blobBaseFee', string> &
    Record<'baseFeeScalar' | 'blobBaseFeeScalar', number>;
  emptyTx: Record<'bedrock' | 'regolith' | 'ecotone' | 'fjord', { gas: number; fee: string }>;
  fjordByFastLzSize: readonly { fastLz: number; gas: number; fee: string }[];
  fjordSolidityParity: Record<'l1BaseFee' | 'blobBaseFee' | 'fee', string> &
    Record<'baseFeeScalar' | 'blobBaseFeeScalar' | 'fastLz' | 'gas', number>;
};

/** Compares the fees for data with op-geth's known answers (core/types/rollup_cost_test.go). */
export function checkFeeVectors(
  check: Check,
  { setting, emptyTx, fjordByFastLzSize, fjordSolidityParity }: FeeVectors,
): void {
  const slots = (given: Partial<FeeVectors['setting']>) => {
    const scalars = (BigInt(given.baseFeeScalar ?? 0) << 96n) | (BigInt(given.blobBaseFeeScalar ?? 0) << 64n);
    const values: Record<number, bigint> = {
      1: BigInt(given.l1BaseFee ?? 0),
      3: scalars,
      5: BigInt(given.overhead ?? 0),
      6: BigInt(given.scalar ?? 0),
      7: BigInt(given.blobBaseFee ?? 0),
    };
    return { slot: (_: Uint8Array, key: bigint) => values[Number(key)] ?? 0n };
  };
  const sizes = { zeros: 0, others: 30, compressed: 0 };
  const compare = (what: string, found: { data: bigint; gas: bigint }, expected: { fee: string; gas: number }) => {
    check.equal(`the fee of ${what}`, found.data, expected.fee);
    check.equal(`the gas of ${what}`, found.gas, expected.gas);
  };
  for (const [fork, expected] of Object.entries(emptyTx)) {
    if (fork !== 'note') compare(fork, dataCost(OpFork[fork as keyof typeof OpFork], slots(setting), sizes), expected);
  }
  for (const each of fjordByFastLzSize)
    compare(
      `${each.fastLz} bytes`,
      dataCost(OpFork.fjord, slots(setting), { ...sizes, compressed: each.fastLz }),
      each,
    );
  const compressed = fjordSolidityParity.fastLz;
  const parity = slots(fjordSolidityParity as unknown as FeeVectors['setting']);
  compare('the parity test', dataCost(OpFork.fjord, parity, { ...sizes, compressed }), fjordSolidityParity);
}

/** Decodes deposits of alloy-rs/op-alloy's tests and encodes them again, and receipts of deposits; returns why others are left out. */
export function checkEncoded(check: Check, name: string, [raw = '', ...facts]: readonly string[]): string | undefined {
  if (raw.startsWith('7ef8') || raw.startsWith('7ef9')) {
    const bytes = `0x${raw}` as Hex;
    const deposit = decodeDeposit(bytes, 10 as NetworkId);
    check.equal('the deposit', OP_ENCODING.transaction(deposit), bytes);
    check.equal('its hash', keccak256(OP_ENCODING.transaction(deposit) ?? '0x'), deposit.hash);
    return undefined;
  }
  const version = /canyon/.test(name) ? '0x1' : undefined;
  const nonce = facts.find((fact) => fact.startsWith('deposit_nonce=Some('))?.match(/\d+/)?.[0];
  if (nonce === undefined) return 'not of a deposit, or not written out';
  const receipt = {
    status: 'success',
    cumulativeGasUsed: 46_913,
    logs: [],
    rollup: { depositNonce: `0x${Number(nonce).toString(16)}`, ...(version && { depositReceiptVersion: version }) },
  } as unknown as Receipt;
  const found = bytesToHex(OP_ENCODING.receipt(receipt, depositOf(), receiptFields(receipt)) ?? new Uint8Array(0));
  const body = raw.startsWith('b901') ? raw.slice(6) : `7e${raw}`;
  if (version) check.equal('the receipt', found, `0x${body}`);
  // What the trie of receipts has before Canyon is without the nonce, which the stored form has.
  else check.equal('the receipt without its nonce', found, `0x7ef901080182b741b90100${'00'.repeat(256)}c0`);
  return undefined;
}

function depositOf() {
  return decodeDeposit(
    '0x7ef83ca018040f35752170c3339ddcd850f185c9cc46bdef4d6e1f2ab323f4d3d710431994977f82a600a1414e583f7f13623f1ac5d58b1c0b808080808080',
    10 as NetworkId,
  );
}

function word(value: bigint): Uint8Array {
  return hexToBytes(`0x${value.toString(16).padStart(64, '0')}`);
}
