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
import type { Transfer } from '../trace/transfers';
import type { Verdict } from './verdict';

/** One field of the block with another answer. */
export type Variant = {
  /** Opcodes that read it, as the code names what they read. */
  fields: ReadonlyMap<number, string>;
  /** The other value in words. */
  value: string;
  change: Partial<BlockEnvironment>;
  /** Whether gas costs nothing, so that GASPRICE is 0. */
  isFree?: true;
  /**
   * Values that follow the field are expected, as of time and of the price of gas: then only success, which events
   * there are and who gets something count.
   */
  follows?: 'time' | 'price';
};

/** Returns values that simulators state in the place of the block's. Time goes on as it does until a transaction is mined. */
export function variantsOf(block: BlockEnvironment): readonly Variant[] {
  return [
    {
      fields: new Map([[Op.COINBASE, 'block.coinbase']]),
      value: 'the zero address, as simulators say',
      change: { coinbase: new Uint8Array(20) },
    },
    {
      fields: new Map([
        [Op.GASPRICE, 'tx.gasprice'],
        [Op.BASEFEE, 'block.basefee'],
      ]),
      value: '0, as simulators say',
      change: { baseFee: 0n },
      isFree: true,
      follows: 'price',
    },
    {
      fields: new Map([[Op.DIFFICULTY, 'block.prevrandao']]),
      value: '0, as simulators say',
      change: { random: 0n },
    },
    {
      fields: new Map([[Op.GASLIMIT, 'block.gaslimit']]),
      value: 'twice as much',
      change: { gasLimit: Number(block.gasLimit) * 2 },
    },
    {
      fields: new Map([
        [Op.TIMESTAMP, 'block.timestamp'],
        [Op.NUMBER, 'block.number'],
      ]),
      value: 'those of a block 12 seconds later',
      change: { timestamp: block.timestamp + 12, number: block.number + 1 },
      follows: 'time',
    },
  ];
}

/** Where a field is read first: the frame, whose code it runs, and the names of all fields of the variant that are read. */
export type FieldRead = { row: RowIndex; address: Address; field: string };

/** How an execution came out, and what it moved. */
export type CameOut = {
  outcome: ExecutedOutcome;
  transfers: readonly Transfer[];
  /** Who made the block: to pay them is the same whoever it is. */
  coinbase: Address;
};

/**
 * Returns the verdict on two executions that differ in one field; undefined where they come to the same. `gasCost` is what all
 * gas of the transaction costs in wei: ether up to twice as much may follow the price of gas, as what a bundler gets.
 */
export function checkEnvironment(
  { value, follows }: Variant,
  { row, address, field }: FieldRead,
  before: CameOut,
  after: CameOut | undefined,
  gasCost: bigint,
): Verdict | undefined {
  const isTime = follows === 'time';
  const differs = differenceOf(before, after, follows, 2n * gasCost);
  if (differs === undefined) return undefined;
  const isTurned = after === undefined || before.outcome.success !== after.outcome.success;
  return {
    rule: 'environment',
    severity: isTime ? 'notice' : isTurned ? 'danger' : 'warning',
    subject: address,
    rows: [row],
    reason: isTime
      ? 'Its behaviour depends on the time or the number of the block: mined a little later, it has another outcome.'
      : 'Its behaviour depends on its block in a way that tells a simulation from the chain: the real outcome may differ from the simulation.',
    evidence: [
      { label: 'It reads', value: field },
      { label: 'Executed again with', value: value },
      { label: 'Then', value: differs },
    ],
  };
}

function differenceOf(before: CameOut, after: CameOut | undefined, follows: Variant['follows'], mayFollow: bigint) {
  if (after === undefined) return 'it cannot be in a block';
  const [was, is] = [before.outcome, after.outcome];
  if (was.success !== is.success)
    return is.success ? 'it succeeds' : `it fails${is.error === undefined ? '' : `: ${is.error}`}`;
  // What failed moved nothing.
  const moved = was.success ? receiptDifference(before, after, follows, mayFollow) : undefined;
  if (moved !== undefined) return moved;
  const withValues = follows === undefined;
  const eventsOf = ({ outcome, coinbase }: CameOut) =>
    outcome.logs
      .map(({ address, topics, data }) => (withValues ? `${address} ${topics} ${data}` : `${address} ${topics[0]}`))
      .join()
      .replaceAll(coinbase.slice(2), 'coinbase');
  if (eventsOf(before) !== eventsOf(after))
    return was.logs.length === is.logs.length
      ? 'its events differ'
      : `it emits ${is.logs.length} events instead of ${was.logs.length}`;
  if (withValues && was.output !== is.output) return 'it returns something else';
  return undefined;
}

/** Returns who gets something else, ether included; undefined where everybody gets the same. Linear in the transfers. */
function receiptDifference(before: CameOut, after: CameOut, follows: Variant['follows'], mayFollow: bigint) {
  const [were, are] = [gotOf(before), gotOf(after)];
  for (const key of new Set([...were.keys(), ...are.keys()])) {
    const [was, is] = [were.get(key), are.get(key)];
    const [who, ofWhat] = key.split(' ');
    if (was === is) continue;
    const change = (is ?? 0n) - (was ?? 0n);
    const isEther = ofWhat === 'wei';
    const mayBe =
      follows === 'time'
        ? was !== undefined && is !== undefined
        : follows === 'price' &&
          was !== undefined &&
          (isEther ? (change < 0n ? -change : change) <= mayFollow : is !== undefined);
    if (!mayBe) return `${who} gets ${is ?? 0n} ${isEther ? 'wei' : `of ${ofWhat}`} instead of ${was ?? 0n}`;
  }
  return undefined;
}

/** Returns the amount that each recipient gets of each asset, given on or not. */
function gotOf({ transfers, coinbase }: CameOut): ReadonlyMap<string, bigint> {
  const got = new Map<string, bigint>();
  for (const { to, token, tokenId, amount } of transfers) {
    const asset = token === undefined ? 'wei' : tokenId === undefined ? token : `${token}#${tokenId}`;
    const key = `${to === coinbase ? 'block.coinbase' : to} ${asset}`;
    got.set(key, (got.get(key) ?? 0n) + amount);
  }
  return got;
}
