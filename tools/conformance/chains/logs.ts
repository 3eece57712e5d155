/** The logs of an execution as a receipt has them. */
import { bytesToAddress, bytesToHash, bytesToHex } from '../../../src/core/chain/hex';
import type { Log } from '../../../src/core/chain/transaction';
import type { LogEntry } from '../../../src/core/evm/machine';
import type { State } from '../../../src/core/evm/state/state';
import { wordBytes } from '../../../src/core/evm/words/words';

export function logsOf(state: State, logs: readonly LogEntry[]): Log[] {
  return logs.map(({ address, topics, topicCount, data }) => ({
    address: bytesToAddress(state.addressBytes(address)),
    topics: Array.from({ length: topicCount }, (_, at) => {
      return bytesToHash(wordBytes(topics, at));
    }),
    data: bytesToHex(data),
  }));
}
