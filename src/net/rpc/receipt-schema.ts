/** eth_getTransactionReceipt, eth_getBlockReceipts and their logs. */
import {
  array,
  boolean,
  check,
  type InferOutput,
  maxLength,
  nullish,
  object,
  picklist,
  pipe,
  transform,
  union,
} from 'valibot';
import type { NetworkId } from '../../core/chain/primitives';
import type { Log, Receipt } from '../../core/chain/transaction';
import {
  address,
  addressOrNone,
  bigQuantity,
  bytes,
  compact,
  hash,
  loose,
  quantity,
  stated,
  withRollup,
} from './fields';

const ROLLUP_FIELDS = [
  // OP Stack
  'l1Fee',
  'l1GasPrice',
  'l1GasUsed',
  'l1FeeScalar',
  'tokenRatio',
  'l1BaseFeeScalar',
  'l1BlobBaseFee',
  'l1BlobBaseFeeScalar',
  'operatorFeeScalar',
  'operatorFeeConstant',
  'daFootprintGasScalar',
  'depositNonce',
  'depositReceiptVersion',
  'opGasRefund',
  // Celo
  'baseFee',
  // Arbitrum Nitro
  'gasUsedForL1',
  'l1BlockNumber',
  'timeboosted',
  // ZKsync
  'l1BatchNumber',
  'l1BatchTxIndex',
] as const;

export const logSchema = pipe(
  object({
    address,
    topics: pipe(array(hash), maxLength(4, 'at most four topics were expected')),
    data: bytes,
    logIndex: stated(quantity),
    removed: stated(boolean()),
  }),
  transform((raw): Log => {
    const { removed, ...log } = raw;
    return compact<Log>({ ...log, removed: removed || undefined });
  }),
);

/** Some nodes write whether it succeeded as true and false. */
const status = union([
  pipe(
    boolean(),
    transform((succeeded) => (succeeded ? 1 : 0)),
  ),
  pipe(quantity, picklist([0, 1])),
]);

/** Nodes written in Go state no logs as null. */
const rawReceipt = object({
  ...loose(ROLLUP_FIELDS),
  transactionHash: hash,
  blockHash: hash,
  blockNumber: quantity,
  transactionIndex: quantity,
  from: address,
  to: addressOrNone,
  contractAddress: addressOrNone,
  status: nullish(status),
  root: stated(hash),
  gasUsed: quantity,
  cumulativeGasUsed: stated(quantity),
  effectiveGasPrice: stated(bigQuantity),
  blobGasUsed: stated(quantity),
  blobGasPrice: stated(bigQuantity),
  logs: nullish(array(logSchema)),
  logsBloom: stated(bytes),
});

/** Logs are none where null stands for them, unless the filter has a bit of one; where both are left out, nothing says so. */
const hasItsLogs = ({ logs, logsBloom }: InferOutput<typeof rawReceipt>) =>
  logs != null || (logsBloom == null ? logs === null : !/[1-9a-f]/.test(logsBloom.slice(2)));

export function receiptSchema(networkId: NetworkId) {
  return pipe(
    rawReceipt,
    check(hasItsLogs, 'logs were expected: its filter has some'),
    transform((raw): Receipt => {
      const { status, transactionIndex, logs, logsBloom: _, ...receipt } = withRollup(raw, ROLLUP_FIELDS);
      return compact<Receipt>({
        ...receipt,
        networkId,
        index: transactionIndex,
        status: status === 1 ? 'success' : status === 0 ? 'failed' : undefined,
        logs: logs ?? [],
      });
    }),
  );
}
