/** Where a transaction is simulated anew: elsewhere where the deployment names a simulator, else here. */
import { Link } from '@tanstack/react-router';
import type { Transaction } from '../../../core/chain/transaction';
import { isUnminedHash } from '../../../core/simulation/simulation-hash';
import { buttonClass } from '../../ui/Button';
import { useWiring } from '../../wiring';
import { simulatorLinks } from '../simulator/simulator-links';

export function SimulatorLinks({ transaction }: { transaction: Transaction }) {
  const { simulatorUrl } = useWiring().config;
  // A simulation is edited in its own panel, a test in its source.
  if (isUnminedHash(transaction.hash)) return null;
  if (simulatorUrl === undefined)
    return (
      <>
        <Link
          from="/{-$network}"
          to="/{-$network}/simulator/new"
          search={{ tx: transaction.hash }}
          className={buttonClass()}
        >
          Re-Simulate
        </Link>
        <Link
          from="/{-$network}"
          to="/{-$network}/simulator/source"
          search={{ tx: transaction.hash }}
          className={buttonClass()}
        >
          Edit source
        </Link>
      </>
    );
  const { reSimulate, editSource } = simulatorLinks(simulatorUrl, transaction);
  return (
    <>
      <Elsewhere label="Re-Simulate" href={reSimulate} />
      {editSource && <Elsewhere label="Edit source" href={editSource} />}
    </>
  );
}

/** Leads to a simulator in a new tab. */
function Elsewhere({ label, href }: { label: string; href: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass()}>
      {label} <span aria-hidden="true">↗</span>
      <span className="sr-only"> in a new tab</span>
    </a>
  );
}
