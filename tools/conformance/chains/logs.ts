/** The logs of an execution as a receipt has them. */
import { bytesToAddress, bytesToHash, bytesToHex } from '../../../src/core/chain/hex';
import type { Log } from '../../../src/core/chain/transaction';
import type { LogEntry } from '../../../src/core/evm/machine';
import type { State } from '../../../src/core/evm/state/state';
import { LIMBS, toBytes } from '../../../src/core/evm/words/words';

export function logsOf(state: State, logs: readonly LogEntry[]): Log[] {
  return logs.map(({ address, topics, topicCount, data }) => ({
    address: bytesToAddress(state.addressBytes(address)),
    topics: Array.from({ length: topicCount }, (_, at) => {
      const topic = new Uint8Array(32);
      toBytes(topics, at * LIMBS, topic, 0);
      return bytesToHash(topic);
    }),
    data: bytesToHex(data),
  }));
}
