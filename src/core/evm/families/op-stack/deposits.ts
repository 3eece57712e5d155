/**
 * Deposits: transactions that the chain makes itself, by what happened on the
 * other layer. Nobody signs them and they pay no fees. Source: OP Stack
 * specification, protocol/deposits.md and canyon/exec-engine.md;
 * ethereum-optimism/op-geth, core/types/deposit_tx.go and receipt.go.
 */
import { toRlp } from 'viem';
import { hexToBytes } from '../../../chain/hex';
import type { Hex } from '../../../chain/primitives';
import { type RlpItem, rlpScalar } from '../../../chain/rlp';
import { rollupNumber } from '../../../chain/rollup-fields';
import type { Receipt, RollupFields, Transaction } from '../../../chain/transaction';
import { fail, ok, type Result } from '../../../values/result';
import type { TransactionInput } from '../../transaction/transaction-input';

export const DEPOSIT = 0x7e;

/** Returns how the deposit enters execution, or a sentence on what the endpoint leaves out. */
export function depositInput({ rollup }: Transaction): Result<Partial<TransactionInput>, string> {
  const mint = quantityOf(rollup, 'mint');
  if (mint === undefined) return fail('The endpoint states what the deposit mints in a way that is not known here.');
  return ok({ isForced: true, mint, ...(isSystem(rollup) && { isSystem: true }) });
}

/** Returns the bytes of a deposit that are hashed; undefined where the endpoint leaves out its source. `more`: fields that a chain adds before and after the data. */
export function encodeDeposit(
  { from, to, value, gas, input, rollup }: Transaction,
  more: readonly [readonly RlpItem[], readonly RlpItem[]] = [[], []],
): Hex | undefined {
  const mint = quantityOf(rollup, 'mint');
  const source = rollup?.sourceHash;
  if (mint === undefined || source === undefined || !/^0x[0-9a-f]{64}$/i.test(source)) return undefined;
  const before: RlpItem[] = [source as Hex, from, to ?? '0x', rlpScalar(mint), rlpScalar(value), rlpScalar(gas)];
  const [beforeData, afterData] = more;
  return typed([...before, rlpScalar(isSystem(rollup) ? 1 : 0), ...beforeData, input, ...afterData]);
}

/**
 * Returns the bytes of a deposit's receipt in the trie of receipts. They have the nonce since Canyon, whose receipts
 * state a version, and not before it, when receipts stated a nonce already. `fields` are those of any receipt.
 */
export function encodeDepositReceipt({ rollup }: Pick<Receipt, 'rollup'>, fields: readonly RlpItem[]): Uint8Array {
  const nonce = quantityOf(rollup, 'depositNonce');
  const version = quantityOf(rollup, 'depositReceiptVersion') ?? 0n;
  const further = nonce === undefined || version === 0n ? [] : [rlpScalar(nonce), rlpScalar(version)];
  return hexToBytes(typed([...fields, ...further]));
}

/** Returns the nonce in the receipt of a deposit; undefined where there is none, before Regolith. */
export function depositNonce(rollup: RollupFields | undefined): number | undefined {
  return rollup?.depositNonce === undefined ? undefined : Number(quantityOf(rollup, 'depositNonce') ?? 0n);
}

function typed(fields: readonly RlpItem[]): Hex {
  return `0x${DEPOSIT.toString(16)}${toRlp(fields as Parameters<typeof toRlp>[0]).slice(2)}`;
}

function isSystem(rollup: RollupFields | undefined): boolean {
  return rollup?.isSystemTx === 'true' || rollup?.isSystemTx === '0x1';
}

/** Returns the number in a field, 0 where it is absent, undefined where it is none. */
function quantityOf(rollup: RollupFields | undefined, name: string): bigint | undefined {
  const text = rollup?.[name];
  return text === undefined ? 0n : rollupNumber(text);
}
