/** The wizard that verifies a contract. */
import { createFileRoute } from '@tanstack/react-router';
import { lazyPart } from '../../../../ui/lazy-part';
import { Spinner } from '../../../../ui/Spinner';

const VerificationWizard = lazyPart(() =>
  import('../../../../views/verification/VerificationWizard').then((module) => module.VerificationWizard),
);

export const Route = createFileRoute('/{-$network}/contract/$address/verify')({
  component: () => <VerificationWizard fallback={<Spinner label="Loading the wizard" />} />,
});
