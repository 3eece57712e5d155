/** The wizard that verifies a contract. */
import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../../../account-context';
import { useNetwork } from '../../../../network-context';
import { lazyPart } from '../../../../ui/lazy-part';
import { Spinner } from '../../../../ui/Spinner';

const VerificationWizard = lazyPart(
  async () => (await import('../../../../views/verification/VerificationWizard')).VerificationWizard,
);

export const Route = createFileRoute('/{-$network}/contract/$address/verify')({ component: VerifyRoute });

function VerifyRoute() {
  const { address } = useAccount();
  const { id } = useNetwork().network;
  return <VerificationWizard key={`${id} ${address}`} fallback={<Spinner label="Loading the wizard" />} />;
}
