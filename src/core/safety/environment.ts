/**
 * Code that does something else when it is simulated: it asks who makes the
 * block or what gas costs, and simulators often say nobody and nothing. Whether
 * it matters is not guessed: the transaction is executed with another answer.
 */
import type { Address } from '../chain/primitives';
import type { BlockEnvironment } from '../evm/environment';
import * as Op from '../evm/rules/opcode-bytes';
import type { ExecutedOutcome } from '../simulation/outcome';
import type { RowIndex } from '../trace/rows';
import type { Verdict } from './verdict';

/** One field of the block with another answer. */
export type Variant = {
  /** Opcodes that read it. */
  opcodes: readonly number[];
  /** As the code names it. */
  field: string;
  /** What it is said to be, in words. */
  value: string;
  change: Partial<BlockEnvironment>;
  /** Whether gas costs nothing, so that GASPRICE is 0. */
  isFree?: true;
};

/** Returns values that simulators state in the place of the block's. Time goes on as it does until a transaction is mined. */
export function variantsOf(block: BlockEnvironment): readonly Variant[] {
  return [
    {
      opcodes: [Op.COINBASE],
      field: 'block.coinbase',
      value: 'the zero address, as simulators say',
      change: { coinbase: new Uint8Array(20) },
    },
    {
      opcodes: [Op.GASPRICE, Op.BASEFEE],
      field: 'tx.gasprice and block.basefee',
      value: '0, as simulators say',
      change: { baseFee: 0n },
      isFree: true,
    },
    {
      opcodes: [Op.DIFFICULTY],
      field: 'block.prevrandao',
      value: '0, as simulators say',
      change: { random: 0n },
    },
    {
      opcodes: [Op.GASLIMIT],
      field: 'block.gaslimit',
      value: 'twice as much',
      change: { gasLimit: block.gasLimit * 2 },
    },
    {
      opcodes: [Op.TIMESTAMP, Op.NUMBER],
      field: 'block.timestamp and block.number',
      value: 'those of a block 12 seconds later',
      change: { timestamp: block.timestamp + 12, number: block.number + 1 },
    },
  ];
}

/** Where a field is read first: the frame, and whose code it runs. */
export type FieldRead = { row: RowIndex; address: Address };

/**
 * Returns the verdict on two executions that differ in one field; undefined
 * where they come to the same. Values that merely tell the time differ with the
 * time: then only success and which events there are count.
 */
export function checkEnvironment(
  { field, value, opcodes }: Variant,
  { row, address }: FieldRead,
  before: ExecutedOutcome,
  after: ExecutedOutcome | undefined,
): Verdict | undefined {
  const isTime = opcodes.includes(Op.TIMESTAMP);
  const differs = differenceOf(before, after, !isTime);
  if (differs === undefined) return undefined;
  const isTurned = after === undefined || before.success !== after.success;
  return {
    rule: 'environment',
    severity: isTime ? 'notice' : isTurned ? 'danger' : 'warning',
    subject: address,
    rows: [row],
    reason: isTime
      ? 'What it does depends on the time or the number of the block: mined a little later it comes out in another way.'
      : 'What it does depends on the block it is in, in a way that tells a simulation from the chain: what was simulated may not be what happens.',
    evidence: [
      { label: 'It reads', value: field },
      { label: 'Executed again with', value: value },
      { label: 'Then', value: differs },
    ],
  };
}

function differenceOf(before: ExecutedOutcome, after: ExecutedOutcome | undefined, withValues: boolean) {
  if (after === undefined) return 'it cannot be in a block';
  if (before.success !== after.success)
    return after.success ? 'it succeeds' : `it fails${after.error === undefined ? '' : `: ${after.error}`}`;
  const eventsOf = ({ logs }: ExecutedOutcome) =>
    logs
      .map(({ address, topics, data }) => (withValues ? `${address} ${topics} ${data}` : `${address} ${topics[0]}`))
      .join();
  if (eventsOf(before) !== eventsOf(after))
    return before.logs.length === after.logs.length
      ? 'its events are others'
      : `it emits ${after.logs.length} events instead of ${before.logs.length}`;
  if (withValues && before.output !== after.output) return 'it returns something else';
  return undefined;
}
