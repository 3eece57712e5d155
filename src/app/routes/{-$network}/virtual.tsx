import { createFileRoute } from '@tanstack/react-router';
import { isVirtual } from '../../../core/virtual/virtual-url';
import { useNetwork } from '../../network-context';
import { EnsFields } from '../../views/names/EnsFields';
import { VirtualNetworkPage } from '../../views/virtual/VirtualNetworkPage';
import { VirtualNetworksPage } from '../../views/virtual/VirtualNetworksPage';
import { workbenchOnly } from '../../workbench-only';

/**
 * Shows what a virtual network can be told; for any other network, the virtual networks of this browser. Visitors of an
 * explorer have none.
 */
export const Route = createFileRoute('/{-$network}/virtual')({
  beforeLoad: workbenchOnly,
  component: VirtualRoute,
});

function VirtualRoute() {
  const { network, segment } = useNetwork();
  if (!isVirtual(network)) return <VirtualNetworksPage />;
  return (
    <EnsFields>
      <VirtualNetworkPage key={network.id} network={network} segment={segment} />
    </EnsFields>
  );
}
