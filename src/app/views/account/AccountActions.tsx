/** What can be done with an account: its page handed on, and a call of it or from it simulated. */
import type { Address } from '../../../core/chain/primitives';
import { Button } from '../../ui/Button';
import { useCopy } from '../../ui/CopyButton';
import { SimulateLink } from '../simulator/SimulateLink';

export function AccountActions({ address, isContract }: { address: Address; isContract: boolean }) {
  const { copied, copy } = useCopy();
  return (
    <div className="flex shrink-0 gap-1.5 max-sm:col-span-2 sm:ml-auto">
      <Button onClick={() => void copy(location.href)} title="Copy the link of this page">
        {copied ? 'Copied' : 'Share'}
      </Button>
      {/* As callee, or as sender where it has no code. */}
      <SimulateLink query={isContract ? { contractAddress: address } : { from: address }}>Simulate</SimulateLink>
    </div>
  );
}
