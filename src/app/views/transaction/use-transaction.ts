/**
 * The transaction of the page: what this browser has of it at once, and what
 * the endpoint says as soon as it answers. Asked again while it is pending.
 */
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../core/failure';
import { failure } from '../../../core/failure';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import type { ChainService } from '../../../workers/client';
import type { TransactionKey } from '../../../workers/ids';
import { takeEarlyAnswer } from '../../early-transaction';
import { toast } from '../../ui/toast';
import { newJobId } from '../../use-question';

const NO_DATA = 'Something went wrong while fetching transaction data';
/** Between two questions after a pending transaction, ms. */
const PENDING_INTERVAL = 4_000;
/** What was kept is confirmed by the endpoint so much later, ms: the trace that was kept with it comes first. */
const CONFIRM_AFTER = 500;

export type TransactionState = {
  record: TransactionRecord | undefined;
  /** Why there is no record, or, with a record, why it could not be confirmed. */
  failure: Failure | undefined;
  /** An endpoint is being asked. */
  asking: boolean;
  /** The chain said otherwise than what this browser had kept: words for the reader. */
  changed: string | undefined;
  retry: () => void;
};

type Told = Omit<TransactionState, 'retry' | 'asking'>;

const NOTHING: Told = { record: undefined, failure: undefined, changed: undefined };

/** `key` stays the same for the life of the component. */
export function useTransaction(
  api: Pick<ChainService, 'loadTransaction' | 'cancel'>,
  key: TransactionKey,
): TransactionState {
  const [told, setTold] = useState<Told>(NOTHING);
  const [asking, setAsking] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<TransactionRecord>(undefined);
  const { networkId, hash } = key;

  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const job = newJobId();
    const ask = async (refresh: boolean): Promise<void> => {
      setAsking(true);
      const early = refresh ? undefined : takeEarlyAnswer({ networkId, hash });
      const answer = await (early ?? api.loadTransaction(job, { networkId, hash }, refresh));
      if (!current) return;
      if (answer.ok) {
        const changed = difference(shown.current, answer.value);
        shown.current = answer.value;
        // The whole page follows from it: rendered in slices.
        startTransition(() => {
          setTold((before) => ({ record: answer.value, failure: undefined, changed: changed ?? before.changed }));
        });
        if (answer.value.origin === 'cache') {
          await new Promise((resolve) => setTimeout(resolve, CONFIRM_AFTER));
          return current ? ask(true) : undefined;
        }
        if (!answer.value.receipt) timer = setTimeout(() => run(true), PENDING_INTERVAL);
      } else {
        setTold((before) => ({ ...before, failure: answer.error }));
        // What is on the screen may stay as it was: who asked once more is told.
        if (attempt > 0 && answer.error.code !== 'notFound') toast({ text: NO_DATA, tone: 'failure' });
      }
      setAsking(false);
    };
    const run = (refresh: boolean) => {
      ask(refresh).catch((error: unknown) => {
        if (!current) return;
        setAsking(false);
        setTold((before) => ({ ...before, failure: stopped(error) }));
      });
    };
    run(shown.current !== undefined);
    return () => {
      current = false;
      clearTimeout(timer);
      api.cancel(job).catch(() => undefined);
    };
  }, [api, networkId, hash, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...told, asking, retry };
}

/** The worker died under the question. */
export function stopped(error: unknown): Failure {
  return failure('cancelled', 'The engine stopped while it worked on this.', {
    raw: error instanceof Error ? error.message : String(error),
  });
}

/** What the chain says otherwise than what was kept, in words; undefined when nothing. */
export function difference(kept: TransactionRecord | undefined, now: TransactionRecord): string | undefined {
  if (kept?.origin !== 'cache' || !kept.receipt) return undefined;
  if (!now.receipt) return 'The transaction was in a block when it was last opened here, and is pending again.';
  if (kept.receipt.blockHash !== now.receipt.blockHash) {
    return 'The transaction is in another block than when it was last opened here: the chain was reorganised or reset.';
  }
  const same = kept.receipt.status === now.receipt.status && kept.receipt.gasUsed === now.receipt.gasUsed;
  return same ? undefined : 'The endpoint reports another result than when the transaction was last opened here.';
}
