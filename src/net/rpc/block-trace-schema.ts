/** Traces of whole blocks, as nodes write them, read as the calls inside of its transactions, in their order. */
import {
  array,
  check,
  type GenericSchema,
  type InferOutput,
  lazy,
  nullish,
  number,
  object,
  optional,
  pipe,
  string,
  transform,
} from 'valibot';
import type { TracedCall } from '../../core/chain/internal-call';
import type { Address, Hash } from '../../core/chain/primitives';
import { address, addressOrNone, bigQuantity, hash } from './fields';

const ANOTHER_BLOCK = 'the traces of another block were answered';

const action = object({
  action: object({
    from: nullish(address),
    to: optional(addressOrNone),
    value: nullish(bigQuantity),
    callType: nullish(string()),
    creationMethod: nullish(string()),
    // Of a contract that destroyed itself: it, who got what it had, and how much.
    address: nullish(address),
    refundAddress: nullish(address),
    balance: nullish(bigQuantity),
  }),
  type: string(),
  error: nullish(string()),
  result: nullish(object({ address: nullish(address) })),
  traceAddress: array(number()),
  transactionPosition: nullish(number()),
  blockHash: nullish(hash),
});
type Action = InferOutput<typeof action>;

/** Returns the schema of the answer of trace_block for the block with this hash: a flat list, where a path says which call is inside which. */
export function flatBlockTrace(blockHash: Hash) {
  return pipe(
    array(action),
    check((actions) => actions.every((each) => !each.blockHash || each.blockHash === blockHash), ANOTHER_BLOCK),
    transform((actions): readonly TracedCall[] => callsOfActions(actions)),
  );
}

function callsOfActions(actions: readonly Action[]): readonly TracedCall[] {
  // Paths of calls that failed: what was called inside of them is undone with them.
  const failed = new Set<string>();
  return actions.flatMap((each) => {
    const { transactionPosition: at, traceAddress: path } = each;
    // Rewards of the block are of no transaction.
    if (at === null || at === undefined) return [];
    const within = path.map((_, depth) => [at, ...path.slice(0, depth)].join());
    const isFailed = Boolean(each.error) || within.some((outer) => failed.has(outer));
    if (isFailed) failed.add([at, ...path].join());
    const call = callOfAction(each);
    return path.length === 0 || call === undefined ? [] : [{ ...call, transactionIndex: at, isFailed }];
  });
}

function callOfAction({ type, action: done, result }: Action) {
  const { from, to, value, callType, creationMethod, address: destroyed, refundAddress, balance } = done;
  switch (type) {
    case 'call':
      return from ? asCall(callType ?? 'call', from, to, value) : undefined;
    case 'create':
      return from ? asCall(creationMethod ?? 'create', from, result?.address, value) : undefined;
    case 'suicide':
      return destroyed ? asCall('selfdestruct', destroyed, refundAddress, balance) : undefined;
    default:
      return undefined;
  }
}

type Frame = {
  type: string;
  from: Address;
  to?: Address | null | undefined;
  value?: bigint | null | undefined;
  error?: string | null | undefined;
  calls?: Frame[] | null | undefined;
};

const frame: GenericSchema<unknown, Frame> = object({
  type: string(),
  from: address,
  to: optional(addressOrNone),
  value: nullish(bigQuantity),
  error: nullish(string()),
  calls: nullish(array(lazy(() => frame))),
});

/** The answer of debug_traceBlockByHash with `callTracer`: a tree of frames for each transaction, in the block's order. */
export const nestedBlockTrace = pipe(
  array(object({ result: frame })),
  transform((transactions) => transactions.flatMap(({ result }, at) => callsInside(result, at, Boolean(result.error)))),
);

function callsInside({ calls }: Frame, transactionIndex: number, isUndone: boolean): readonly TracedCall[] {
  return (calls ?? []).flatMap((inner) => {
    const isFailed = isUndone || Boolean(inner.error);
    const call = asCall(inner.type, inner.from, inner.to, inner.value);
    return [{ ...call, transactionIndex, isFailed }, ...callsInside(inner, transactionIndex, isFailed)];
  });
}

function asCall(
  type: string,
  from: Address,
  to: Address | null | undefined,
  value: bigint | null | undefined,
): Omit<TracedCall, 'transactionIndex' | 'isFailed'> {
  return { type: type.toLowerCase(), from, ...(to ? { to } : {}), value: value ?? 0n };
}
