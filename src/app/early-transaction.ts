/**
 * Asks for the transaction in the address of the page before anything of the
 * page is drawn: what an endpoint takes to answer, the page takes to render.
 */
import type { Hash } from '../core/chain/primitives';
import type { Failure } from '../core/failure';
import type { Result } from '../core/result';
import type { TransactionRecord } from '../workers/chain/chain.api';
import type { JobId, TransactionKey } from '../workers/ids';
import { fixedNetwork } from './networks';
import type { Wiring } from './wiring';

type Answer = { key: TransactionKey; record: Promise<Result<TransactionRecord, Failure>> };

const EARLY = 'early' as JobId;
/** `/{network}/tx/{hash}`, and `/tx/{hash}` where one network is all there is. */
const PATH = /^(?:\/([^/]+))?\/tx\/(0x[0-9a-f]{64})(?:\/|$)/i;

let answer: Answer | undefined;

/** Begins, where the path is that of a transaction and the configuration alone says whose. */
export function askEarly({ config, workers }: Pick<Wiring, 'config' | 'workers'>, path: string): void {
  const [, segment, hash] = PATH.exec(path) ?? [];
  const network = hash === undefined ? undefined : fixedNetwork(config, segment);
  if (hash === undefined || network === undefined) return;
  const key = { networkId: network.id, hash: hash.toLowerCase() as Hash };
  // Before the transaction itself, whose question waits for nothing.
  workers.trace.expectTrace(key).catch(() => undefined); // a worker that died is told of elsewhere
  const record = workers.chain.loadTransaction(EARLY, key, false);
  record.catch(() => undefined); // whoever takes it says so
  answer = { key, record };
}

/** What was asked for `key`, for the first who takes it; undefined when nothing was. */
export function takeEarlyAnswer({ networkId, hash }: TransactionKey): Answer['record'] | undefined {
  const taken = answer;
  answer = undefined;
  return taken?.key.networkId === networkId && taken.key.hash === hash ? taken.record : undefined;
}
