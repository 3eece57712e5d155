/** The items of a collection. */
import { createFileRoute } from '@tanstack/react-router';
import { InventoryTab } from '../../../../views/tokens/TokenTabs';

export const Route = createFileRoute('/{-$network}/contract/$address/inventory')({
  component: InventoryTab,
});
