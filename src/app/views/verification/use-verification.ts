/** The verification of the page's contract: the machine, its draft as it is kept, and the page that reads its contract again. */
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { VerificationDraft } from '../../../core/contract/verification/draft';
import { readVerificationDraft, saveVerificationDraft } from '../../../db/reader/verification-drafts';
import { verificationMachine } from '../../../machines/verification.machine';
import { useLatest } from '../../ui/use-latest';
import { useContractsApi, useWiring } from '../../wiring';
import { verificationActors } from './verification-actors';

/** How long nothing is typed before the draft is kept, milliseconds: it may have megabytes. */
const PAUSE = 400;

export type Verification = ReturnType<typeof useVerification>;

/** `onVerified` is called once the contract is known otherwise than before. */
export function useVerification(networkId: NetworkId, address: Address, onVerified: () => void) {
  const api = useContractsApi();
  const hasPrivate = useWiring().config.variant === 'workbench';
  const [saved, keeping] = useKeptDraft(networkId, address);
  const latest = useLatest({ onVerified, keep: keeping.keep });
  const machine = useMemo(
    () =>
      verificationMachine.provide({
        actors: verificationActors(api, { networkId, address }, hasPrivate),
        actions: {
          keepDraft: (_, draft: VerificationDraft) => latest.current.keep(draft),
          announceVerified: () => latest.current.onVerified(),
        },
      }),
    [api, networkId, address, hasPrivate],
  );
  const [snapshot, send] = useMachine(machine, { input: { hasPrivate } });
  const { restored } = keeping;
  useEffect(() => {
    if (restored !== undefined) send({ type: 'draft.restored', draft: restored });
  }, [send, restored]);
  return { snapshot, send, saved, hasPrivate, networkId, address };
}

/** When the draft was kept, undefined before; how to keep it; and the draft of an earlier visit, once it is read. */
function useKeptDraft(networkId: NetworkId, address: Address) {
  const [saved, setSaved] = useState<'saving' | 'refused' | number>();
  const [restored, setRestored] = useState<VerificationDraft>();
  const pending = useRef<{ draft: VerificationDraft; timer: ReturnType<typeof setTimeout> }>(undefined);
  /** What is to be kept last; undefined until something was typed. */
  const newest = useRef<VerificationDraft>(undefined);

  useEffect(() => {
    let isOpen = true;
    void readVerificationDraft(networkId, address).then((row) => {
      // What was typed meanwhile goes before what was kept.
      if (!isOpen || row === undefined || newest.current !== undefined) return;
      setRestored(row.draft);
      setSaved(row.savedAt);
    });
    return () => {
      isOpen = false;
      // Leaving the page does not wait for the pause.
      if (pending.current === undefined) return;
      clearTimeout(pending.current.timer);
      void saveVerificationDraft(networkId, address, pending.current.draft);
    };
  }, [networkId, address]);

  const keep = (draft: VerificationDraft) => {
    newest.current = draft;
    clearTimeout(pending.current?.timer);
    setSaved('saving');
    const timer = setTimeout(() => {
      pending.current = undefined;
      void saveVerificationDraft(networkId, address, draft).then((kept) => {
        if (newest.current === draft) setSaved(kept ? Date.now() : 'refused');
      });
    }, PAUSE);
    pending.current = { draft, timer };
  };
  return [saved, { keep, restored }] as const;
}
