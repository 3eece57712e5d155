/** Who holds a token. */
import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { listPlace } from '../../../../search-parameters';
import { HoldersTab } from '../../../../views/tokens/TokenTabs';

export const Route = createFileRoute('/{-$network}/contract/$address/holders')({
  validateSearch: v.object(listPlace),
  component: HoldersTab,
});
