/** The implementations of a proxy: the one that it runs, and those before it as its events tell. */
import type { Address } from '../../../core/chain/primitives';
import type { ContractKnowledge, ProxyInfo } from '../../../core/contract/knowledge';
import { codesBehind } from '../../../core/contract/proxies/code-behind';
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
  const rows = rowsOf(codesBehind({ address, proxy }), asked.last);
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

/**
 * The newest event may name none of what the proxy runs, `codes`, or no event may have been found. A proxy in between
 * tells of its upgrades in the name of the account.
 */
function rowsOf(codes: readonly Address[], history: History | undefined): readonly Row[] {
  const [current] = codes as [Address];
  const told = (history?.upgrades ?? []).map((upgrade) => ({ implementation: upgrade.implementation, upgrade }));
  return told[0] && codes.includes(told[0].implementation) ? told : [{ implementation: current }, ...told];
}
