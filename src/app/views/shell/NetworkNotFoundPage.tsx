import { Link, useParams } from '@tanstack/react-router';
import { harmlessText } from '../../../core/text/harmless';
import { buttonClass } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { useTitle } from '../../use-title';
import { useWiring } from '../../wiring';
import { NotFoundPage } from './NotFoundPage';

/** Says that there is no network of that name; in the explorer variant, and below a network that is known, that there is no such page. */
export function NetworkNotFoundPage() {
  const { config } = useWiring();
  const { network } = useParams({ strict: false });
  useTitle('Not found');
  if (network === undefined || config.variant === 'explorer') return <NotFoundPage />;
  const id = /^\d+$/.test(network) ? network : undefined;
  return (
    <Message
      title={`Network not found. ID: ${harmlessText(network, 80)}`}
      actions={
        <>
          <Link
            to="/networks"
            search={id === undefined ? {} : { add: id }}
            className={buttonClass({ variant: 'primary' })}
          >
            Add this network
          </Link>
          <Link to="/{-$network}" params={{ network: undefined }} className={buttonClass()}>
            Go to Explorer
          </Link>
        </>
      }
    >
      The first part of the address names the network: its short name or its chain id. Loupe knows the common networks;
      any other works once you add it with the address of a node that serves it.
    </Message>
  );
}
