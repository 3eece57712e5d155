/** How a step of a simulation came out. */

import { bytesToAddress, bytesToHash, bytesToHex } from '../chain/hex';
import type { Address, Hash, Hex } from '../chain/primitives';
import { haltText } from '../evm/frames/halt';
import type { LogEntry } from '../evm/machine';
import type { State } from '../evm/state/state';
import type { TransactionResult } from '../evm/transaction/transaction-result';
import { LIMBS, toBytes } from '../evm/words/words';

export type SimulatedLog = { address: Address; topics: readonly Hash[]; data: Hex };

/** What an execution left, as plain data. Amounts of gas are numbers. */
export type ExecutedOutcome = {
  success: boolean;
  /** Why it failed, in geth's words. */
  error?: string;
  /** Returndata, revert data, or the code of a contract that was made. */
  output: Hex;
  created?: Address;
  gasUsed: number;
  /** Refunded gas, which `gasUsed` no longer contains. */
  refunded: number;
  /** Events; where it failed, only those of the protocol. */
  logs: readonly SimulatedLog[];
};

/** Returns the result as plain data. `state` is the one it ran on. Linear in output and logs. */
export function outcomeOf(state: State, result: TransactionResult): ExecutedOutcome {
  return {
    success: result.success,
    ...(result.success ? {} : { error: haltText(result.halt, result.haltDetail) }),
    output: bytesToHex(result.output),
    ...(result.created === undefined ? {} : { created: bytesToAddress(result.created) }),
    gasUsed: result.gasUsed,
    refunded: result.refunded,
    logs: result.logs.map((log) => plainLog(state, log)),
  };
}

/** Returns a log as plain data. `state` is the one it was made on. */
export function plainLog(state: State, { address, topics, topicCount, data }: LogEntry): SimulatedLog {
  const topic = new Uint8Array(32);
  return {
    address: bytesToAddress(state.addressBytes(address)),
    topics: Array.from({ length: topicCount }, (_, i) => {
      toBytes(topics, i * LIMBS, topic, 0);
      return bytesToHash(topic);
    }),
    data: bytesToHex(data),
  };
}
