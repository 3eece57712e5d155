/** A step of the wizard with its machine and a kept draft, with stated answers of the workers. */
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useVerification, type Verification } from '../../../src/app/views/verification/use-verification';
import { type Wiring, WiringProvider } from '../../../src/app/wiring';
import { bytesToHex } from '../../../src/core/chain/hex';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { emptyDraft, type VerificationDraft } from '../../../src/core/contract/verification/draft';
import { ok } from '../../../src/core/values/result';
import { saveVerificationDraft } from '../../../src/db/reader/verification-drafts';
import type { ContractsService } from '../../../src/workers/client';
import { eventually } from '../../helpers/eventually';
import { mount } from '../ui/mount';

const NETWORK = 31337 as NetworkId;

export type MountedStep = {
  /** Of the contract that is verified: no other step has it. */
  address: Address;
  element: HTMLElement;
  /** The verification as it is now. */
  verification: () => Verification;
  /** Clicks what the selector finds with this text or name, once it is there. */
  click: (selector: string, name: string) => Promise<void>;
  unmount: () => void;
};

function Step({ address, view }: { address: Address; view: (verification: Verification) => ReactNode }) {
  return view(useVerification(NETWORK, address, () => {}));
}

/**
 * Shows a step of a verification once its draft is restored, which has sources. Whatever `contracts` does not answer is
 * never answered.
 */
export async function mountStep(
  draft: Partial<VerificationDraft>,
  contracts: Partial<ContractsService>,
  view: (verification: Verification) => ReactNode,
): Promise<MountedStep> {
  const address = bytesToHex(crypto.getRandomValues(new Uint8Array(20))) as Address;
  await saveVerificationDraft(NETWORK, address, { ...emptyDraft, ...draft });
  const silent = new Proxy({}, { get: () => () => new Promise(() => {}) });
  const wiring = {
    config: { variant: 'workbench', thirdParties: { ipfs: 'https://ipfs.example' } },
    workers: {
      contracts: Object.setPrototypeOf({ cancel: async () => {}, ...contracts }, silent),
      compiler: Object.setPrototypeOf({ builds: async () => ok([]), cancel: async () => {} }, silent),
    },
    networks: async () => [],
    onReconfigure: () => () => {},
  } as unknown as Wiring;
  let latest: Verification | undefined;
  const viewLatest = (verification: Verification) => {
    latest = verification;
    return view(verification);
  };
  const { element, unmount } = mount(
    <WiringProvider value={wiring}>
      <Step address={address} view={viewLatest} />
    </WiringProvider>,
  );
  await eventually(() => expect(latest?.snapshot.matches('review')).toBe(true));
  const find = (selector: string, name: string) =>
    [...element.querySelectorAll<HTMLElement>(selector)].find(
      (one) => one.textContent?.trim() === name || one.getAttribute('aria-label') === name,
    );
  return {
    address,
    element,
    verification: () => {
      if (latest === undefined) throw new Error('the step is not shown yet');
      return latest;
    },
    click: async (selector, name) => {
      const found = await eventually(() => {
        const one = find(selector, name);
        if (one === undefined) throw new Error(`no ${selector} “${name}” in: ${element.textContent}`);
        return one;
      });
      await userEvent.click(found);
    },
    unmount,
  };
}

/** An answer that is given later. */
export function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((give) => {
    resolve = give;
  });
  return { promise, resolve };
}
