import { createFileRoute } from '@tanstack/react-router';
import { Waiting } from '../../../../views/transaction/TabBar';
import { tabAt } from '../../../../views/transaction/tabs';

/** The tab of a transaction that is open; the first has no segment. */
export const Route = createFileRoute('/{-$network}/tx/$hash/{-$tab}')({ component: TabRoute });

function TabRoute() {
  const tab = tabAt(Route.useParams().tab);
  return tab && <tab.View fallback={<Waiting />} />;
}
