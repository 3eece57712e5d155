/**
 * A simulated step held against the transaction that was mined afterwards:
 * whether the same was sent, what came out otherwise, and what the two
 * executions found otherwise, in the order in which the simulated one read it.
 * What differs first is mostly why the rest does.
 */

import { bytesToAddress, wordHex } from '../chain/hex';
import type { Address, Hash, Hex } from '../chain/primitives';
import type { Transaction } from '../chain/transaction';
import type { BlockEnvironment } from '../evm/environment';
import { accountIndex } from '../evm/state/slots';
import { LIMBS, toBigInt } from '../evm/words/words';
import { formatInteger } from '../format/counts';
import type { Replay } from '../replay/replay';
import type { ExecutedOutcome } from './outcome';

/** Something that both executions could read, and what each found. Slots and balances are words; absent where one did not look. */
export type DifferingRead = {
  what: 'slot' | 'balance' | 'nonce' | 'code';
  address: Address;
  /** Key of the slot; absent for other kinds. */
  key?: Hash;
  simulated: Hex | undefined;
  mined: Hex | undefined;
  /**
   * Variables in the slot by the layout of the source; when several share the slot, only those that differ. Absent
   * where no layout is known.
   */
  variables?: readonly { path: string; simulated: string | undefined; mined: string | undefined }[];
};

/** A field of the block in which the two differ, in words. */
export type DifferingField = { field: string; simulated: string; mined: string };

export type MinedDifferences = {
  /** Differences in what was sent, a sentence each. */
  sent: readonly string[];
  /** Differences of the outcome, a sentence each; empty where status, gas, output and events are equal. */
  outcome: readonly string[];
  block: readonly DifferingField[];
  /** The first of them; `left` are more. */
  reads: readonly DifferingRead[];
  left: number;
  /** Slots and accounts that were compared. */
  compared: number;
};

/** Reads that are listed. */
const MAX_READS = 50;

/** Returns a sentence for each field that was sent with another value than it was simulated with. */
export function differencesSent(simulated: Transaction, mined: Transaction): string[] {
  const sentences: string[] = [];
  const differ = (what: string, ours: string, theirs: string) => {
    if (ours !== theirs) sentences.push(`${what} was ${short(ours)} when simulated, and ${short(theirs)} when mined.`);
  };
  differ('The receiver', simulated.to ?? 'nobody', mined.to ?? 'nobody');
  differ('The value', simulated.value.toString(), mined.value.toString());
  differ('The calldata', simulated.input, mined.input);
  differ('The gas limit', formatInteger(simulated.gas), formatInteger(mined.gas));
  differ('The access list', JSON.stringify(simulated.accessList ?? []), JSON.stringify(mined.accessList ?? []));
  return sentences;
}

/** Returns a sentence for each part of the outcome that differs. */
export function differencesInOutcome(simulated: ExecutedOutcome, mined: ExecutedOutcome): string[] {
  const sentences: string[] = [];
  const came = (success: boolean) => (success ? 'succeeded' : 'failed');
  if (simulated.success !== mined.success)
    sentences.push(`It ${came(simulated.success)} when simulated, and ${came(mined.success)} when mined.`);
  if (simulated.gasUsed !== mined.gasUsed)
    sentences.push(
      `It used ${formatInteger(simulated.gasUsed)} gas when simulated, and ${formatInteger(mined.gasUsed)} when mined.`,
    );
  if (simulated.output !== mined.output)
    sentences.push(`It returned ${short(simulated.output)} when simulated, and ${short(mined.output)} when mined.`);
  if (simulated.logs.length !== mined.logs.length)
    sentences.push(
      `It emitted ${formatInteger(simulated.logs.length)} events when simulated, and ${formatInteger(mined.logs.length)} when mined.`,
    );
  else {
    const first = simulated.logs.findIndex((log, at) => JSON.stringify(log) !== JSON.stringify(mined.logs[at]));
    if (first !== -1) sentences.push(`Event ${first + 1} is the first that differs.`);
  }
  return sentences;
}

/** Returns the fields of the two blocks that differ. */
export function differencesInBlock(simulated: BlockEnvironment, mined: BlockEnvironment): DifferingField[] {
  const fields: DifferingField[] = [];
  const differ = (field: string, ours: string, theirs: string) => {
    if (ours !== theirs) fields.push({ field, simulated: ours, mined: theirs });
  };
  differ('number', formatInteger(simulated.number), formatInteger(mined.number));
  differ('timestamp', formatInteger(simulated.timestamp), formatInteger(mined.timestamp));
  differ('base fee', `${formatInteger(simulated.baseFee)} wei`, `${formatInteger(mined.baseFee)} wei`);
  differ('coinbase', bytesToAddress(simulated.coinbase), bytesToAddress(mined.coinbase));
  differ('gas limit', formatInteger(simulated.gasLimit), formatInteger(mined.gasLimit));
  differ('prevRandao', short(`0x${simulated.random.toString(16)}`), short(`0x${mined.random.toString(16)}`));
  return fields;
}

/** Returns the values that differed at the start of the two executions: slots in the order they were read, then accounts. Linear in the reads. */
export function differingReads(
  simulated: Replay,
  mined: Replay,
): Pick<MinedDifferences, 'reads' | 'left' | 'compared'> {
  const ours = readsOf(simulated);
  const theirs = readsOf(mined);
  const reads: DifferingRead[] = [];
  const ids = new Set([...ours.keys(), ...theirs.keys()]);
  for (const id of ids) {
    const [here, there] = [ours.get(id), theirs.get(id)];
    const { what, address, key } = (here ?? there) as Found;
    // An account that only one of them looked at is told by the slots and calls that led there.
    if (what !== 'slot' && (here === undefined || there === undefined)) continue;
    if (here?.value === there?.value) continue;
    const of = key === undefined ? { what, address } : { what, address, key };
    reads.push({ ...of, simulated: here?.value, mined: there?.value });
  }
  // A value that both read and that differs goes before what only one of them came to read.
  const isBoth = (read: DifferingRead) => read.simulated !== undefined && read.mined !== undefined;
  const sorted = [...reads.filter(isBoth), ...reads.filter((read) => !isBoth(read))];
  return { reads: sorted.slice(0, MAX_READS), left: Math.max(0, reads.length - MAX_READS), compared: ids.size };
}

type Found = { what: DifferingRead['what']; address: Address; key?: Hash; value: Hex };

/** Returns the values that were read, by kind, address and key. */
function readsOf({ execution: { state }, accesses, accounts }: Replay): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const slot of accesses.slots()) {
    const address = bytesToAddress(state.addressBytes(accountIndex(state.slots.account[slot])));
    const key = wordHex(toBigInt(state.slots.keys, slot * LIMBS));
    const value = wordHex(toBigInt(state.slots.original, slot * LIMBS));
    found.set(`slot ${address} ${key}`, { what: 'slot', address, key, value });
  }
  for (const account of accounts) {
    const address = bytesToAddress(state.addressBytes(account));
    const add = (what: DifferingRead['what'], value: Hex) => found.set(`${what} ${address}`, { what, address, value });
    add('balance', wordHex(toBigInt(state.originalBalance, account * LIMBS)));
    add('nonce', wordHex(state.originalNonce[account]));
    const { hash, bytes } = state.codes[state.originalCode[account]];
    add('code', bytes.length === 0 ? '0x' : wordHex(toBigInt(hash, 0)));
  }
  return found;
}

function short(text: string): string {
  return text.length > 74 ? `${text.slice(0, 74)}…` : text;
}
