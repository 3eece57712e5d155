/** The page without its transaction: its hash is none, or it cannot be had. */
import type { Network } from '../../../core/chain/network';
import type { Hash } from '../../../core/chain/primitives';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import { failure } from '../../../core/values/failure';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { HiddenHeading } from '../../ui/HiddenHeading';
import { HostTransaction } from '../hosted/HostTransaction';

const INVALID = 'Transaction hash is invalid. Please check the hash and try again.';
const UNKNOWN = 'This transaction probably has not been processed by us yet.';
const FAILED = 'Failed fetching transaction';
const GONE = {
  replaced: 'This transaction was replaced',
  dropped: 'This transaction was dropped',
  'taken back': 'The chain was reorganised without this transaction',
};

export function InvalidHash() {
  return (
    <>
      <HiddenHeading>Transaction</HiddenHeading>
      <ErrorState
        failure={failure('invalidHash', INVALID)}
        title={INVALID}
        advice="A transaction hash is 0x and 64 hex digits; an address has 40."
      />
    </>
  );
}

export function NoTransaction({
  failure: why,
  network,
  hash,
  onRetry,
}: {
  failure: Failure;
  network: Network;
  hash: Hash;
  onRetry: () => void;
}) {
  const name = harmlessText(network.name, 60);
  if (why.code === 'invalidHash') return <InvalidHash />;
  const unknown = why.code === 'notFound' && why.gone === undefined;
  return (
    <>
      <HiddenHeading>Transaction</HiddenHeading>
      <ErrorState
        failure={why}
        title={why.gone ? GONE[why.gone] : unknown ? UNKNOWN : FAILED}
        {...(unknown && {
          advice: `It may belong to another network than ${name}: choose one in the header. If it was just sent, it may still be on its way: try again in a moment.`,
        })}
        actions={
          <Button variant="primary" onClick={onRetry}>
            Retry
          </Button>
        }
      />
      <HostTransaction network={network} hash={hash} />
    </>
  );
}
