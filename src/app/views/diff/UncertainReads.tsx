import { formatInteger } from '../../../core/format/counts';
import { Callout } from '../../ui/Callout';

/** Says of a changed execution how much of what it read may be otherwise in the middle of the block; nothing where that is none. */
export function UncertainReads({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Callout>
      {formatInteger(count)} accounts and storage slots that the transaction itself did not read are taken from the end
      of the block before: transactions ahead of it in its own block may have changed them.
    </Callout>
  );
}
