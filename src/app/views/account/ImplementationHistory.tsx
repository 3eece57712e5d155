/** The implementations of a proxy: the one that it runs, and those before it as its events tell. */
import type { Address } from '../../../core/chain/primitives';
import type { ContractKnowledge, ProxyInfo } from '../../../core/contract/knowledge';
import { firstBehind } from '../../../core/contract/proxies/code-behind';
import type { ImplementationHistory as History } from '../../../workers/contracts/contracts.api';
import { Badge } from '../../ui/Badge';
import { Dialog } from '../../ui/Dialog';
import { AddressView } from '../../ui/identity/AddressView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { useNames } from '../../use-names';
import { useQuestion } from '../../use-question';
import { LogSearchProgress } from './LogSearchProgress';

export function ImplementationHistory({
  account: { networkId, address },
  proxy,
  onClose,
}: {
  account: Pick<ContractKnowledge, 'networkId' | 'address'>;
  proxy: ProxyInfo;
  onClose: () => void;
}) {
  const emitter = proxy.beacon ?? address;
  const asked = useQuestion('contracts', `implementations ${networkId} ${emitter}`, (contracts, job) =>
    contracts.implementations(job, networkId, emitter),
  );
  // A beacon names the first contract; what an account tells of itself may be told by a proxy behind it.
  const current = proxy.beacon === undefined ? proxy.implementation : firstBehind(proxy);
  const rows = rowsOf(current, asked.last);
  const names = useNames(
    networkId,
    rows.map(({ implementation }) => implementation),
  );
  return (
    <Dialog
      open
      title="Implementations"
      description={
        proxy.beacon === undefined
          ? 'The implementations of this proxy, newest first.'
          : 'The implementations that the beacon sets for all its proxies, newest first.'
      }
      onClose={onClose}
    >
      <ul className="divide-y divide-line">
        {rows.map(({ implementation, upgrade }, index) => (
          <li
            key={upgrade === undefined ? 'current' : `${upgrade.blockNumber} ${upgrade.logIndex}`}
            className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5"
          >
            <AddressView address={implementation} name={names[implementation]} kind="contract" />
            {index === 0 && <Badge tone="success">current</Badge>}
            {upgrade !== undefined && (
              <span className="ml-auto flex flex-wrap items-center gap-x-2 text-muted text-s">
                since block <BlockLink number={upgrade.blockNumber} />
                <HashView hash={upgrade.transaction} of="transaction" copy={false} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <LogSearchProgress search={asked} count={asked.last?.upgrades.length ?? 0} none="No upgrade in the events" />
    </Dialog>
  );
}

type Row = { implementation: Address; upgrade?: History['upgrades'][number] };

/** The newest event may name another implementation than the proxy has, or none may have been found. */
function rowsOf(current: Address, history: History | undefined): readonly Row[] {
  const told = (history?.upgrades ?? []).map((upgrade) => ({ implementation: upgrade.implementation, upgrade }));
  return told[0]?.implementation === current ? told : [{ implementation: current }, ...told];
}
