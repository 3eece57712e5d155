/** What the contracts of the workers share: ids, keys and progress. A leaf: it imports no contract. */

import type { Hash, NetworkId } from '../core/chain/primitives';
import type { Brand } from '../core/values/brand';

/** Chosen by the caller, unique per page; `cancel` takes it. */
export type JobId = Brand<string, 'JobId'>;

/** One open trace with one folding state. Made by `openTransaction`, valid until `closeTrace`, until the engine closes it, or a restart of the worker. */
export type TraceHandle = Brand<number, 'TraceHandle'>;

export type TransactionKey = { networkId: NetworkId; hash: Hash };

/** What a long job is doing; `total` is absent when it is not known beforehand. */
export type Progress = {
  phase: string;
  done: number;
  total?: number;
  unit: 'bytes' | 'rows' | 'contracts' | 'calls' | 'accounts and slots' | 'transactions' | 'steps';
};
