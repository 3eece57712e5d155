/** What a link like `web+ethereum:0x…@1`, or one of an explorer, leads to, in the window that the system opened for it. */
import { Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { classifyQuery } from '../../../core/chain/parse';
import { harmlessText } from '../../../core/text/harmless';
import { segmentOf } from '../../networks';
import { publicEndpointOf } from '../../public-endpoint';
import { Button, buttonClass } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { useLoaded } from '../../use-loaded';
import { useTitle } from '../../use-title';
import { useNetworks, useWiring } from '../../wiring';
import { networkOfLink, parsePasted } from '../search/pasted';
import { SearchButton } from '../search/SearchButton';

/** `link` is whatever the system handed over. */
export function LinkPage({ link }: { link: string }) {
  useTitle('Open a link');
  const { config } = useWiring();
  const networks = useNetworks();
  if (networks === undefined) return <PageSkeleton />;
  const named = parsePasted(linkIn(link));
  const id =
    named.networkId ??
    networkOfLink(networks, named, location.host)?.id ??
    config.explorer?.networkId ??
    config.defaultNetwork;
  const network = networks.find((each) => each.id === id);
  if (network === undefined) return <NoNetwork id={id} />;
  return <LinkOf network={network} text={named.text} link={link} />;
}

/** Leads to what the link names, at once where only endpoints are asked that were chosen here. */
function LinkOf({ network, text, link }: { network: Network; text: string; link: string }) {
  const { config } = useWiring();
  const asked = useLoaded(`public endpoint ${network.id}`, async () => ({
    host: await publicEndpointOf(config, network),
  }));
  const [isAllowed, setAllowed] = useState(false);
  const query = classifyQuery(text);
  const isNamed = query.kind === 'hash' || query.kind === 'block' || query.kind === 'address';
  if (!isNamed) return <NoLink link={link} />;
  if (asked === undefined) return <PageSkeleton />;
  const name = harmlessText(network.name, 60);
  if (asked.host !== undefined && !isAllowed) {
    return (
      <Message
        title={`This link leads to ${name}`}
        actions={
          <Button variant="primary" onClick={() => setAllowed(true)}>
            Ask {asked.host}
          </Button>
        }
      >
        To show what it names, <bdi className="mono">{asked.host}</bdi> is asked, a public endpoint, which then knows
        that this browser looks at it. Nothing was asked of it yet.
      </Message>
    );
  }
  const segment = segmentOf(config, network);
  switch (query.kind) {
    case 'hash':
      return (
        <Navigate
          replace
          to="/{-$network}/tx/$hash/{-$tab}"
          params={{ network: segment, hash: query.hash, tab: undefined }}
        />
      );
    case 'block':
      return (
        <Navigate replace to="/{-$network}/block/$block" params={{ network: segment, block: String(query.number) }} />
      );
    case 'address':
      return <Navigate replace to="/{-$network}/wallet/$address" params={{ network: segment, address: query.text }} />;
  }
}

/** The first link, hash or address in what an app shared, which may say more around it. */
function linkIn(text: string): string {
  return /https?:\/\/\S+|(?:web\+)?ethereum:\S+|0x[0-9a-f]{40,64}/i.exec(text)?.[0] ?? text;
}

function NoNetwork({ id }: { id: number }) {
  return (
    <Message
      title={`Network not found. ID: ${id}`}
      actions={
        <Link to="/networks" search={{ add: String(id) }} className={buttonClass({ variant: 'primary' })}>
          Add this network
        </Link>
      }
    >
      Loupe does not know the chain of this link. Add it with the address of one of its nodes to open the link.
    </Message>
  );
}

function NoLink({ link }: { link: string }) {
  return (
    <Message title="This link does not lead to a chain" actions={<SearchButton />}>
      <span className="mono break-all">{harmlessText(link, 200)}</span> is no address, hash or block, as{' '}
      <span className="mono">web+ethereum:0x…@1</span> or a link of an explorer would be.
    </Message>
  );
}
