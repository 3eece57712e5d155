import { type ReactNode, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatDuration } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import { readCallCounts } from '../../../db/networks/call-counts';
import { deleteEndpoint, readEndpoints, saveEndpoint } from '../../../db/networks/endpoints';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { SkeletonRows } from '../../ui/Skeleton';
import { Switch } from '../../ui/Switch';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useWiring } from '../../wiring';
import { EndpointForm } from './EndpointForm';
import { EndpointHealth } from './EndpointHealth';
import { type ListedEndpoint, listEndpoints, reorderEndpoints } from './endpoint-list';
import { Found, ProbeReport } from './ProbeReport';
import { useEndpointHeads } from './use-endpoint-heads';
import { useProbe } from './use-probe';

/** Time over which calls are counted, milliseconds. */
const DAY = 86_400_000;

/** Whether the engine asks an endpoint: public ones rest while others are enabled. */
function isAskedAmong({ origin, enabled }: ListedEndpoint, _: number, all: readonly ListedEndpoint[]): boolean {
  const rests = origin === 'public' && all.some((other) => other.origin !== 'public' && other.enabled);
  return enabled && !rests;
}

/** Shows the endpoints of one network in the order they are tried, and the form for another. */
export function Endpoints({ network }: { network: Network }) {
  const { config, reconfigure } = useWiring();
  const kept = useStored(() => readEndpoints(network.id), [network.id]);
  const counts = useStored(() => readCallCounts(Date.now() - DAY, network.id), [network.id]);
  const listed = kept && listEndpoints(network, config, kept);
  const health = useEndpointHeads(
    network.id,
    (listed ?? []).filter(isAskedAmong).map(({ url }) => url),
  );
  if (!listed) return <SkeletonRows count={3} label="Loading endpoints" />;
  const endpoints = listed;
  const strangersRest = endpoints.some(({ origin, enabled }) => origin !== 'public' && enabled);

  /** Saves endpoints, in the place of `replaced` where it is given. Resolves to whether storage kept them. */
  async function save(changed: readonly ListedEndpoint[], replaced?: ListedEndpoint): Promise<boolean> {
    for (const { capabilities: _, ...endpoint } of changed) {
      if (await saveEndpoint(endpoint)) continue;
      toast({ text: 'The browser refuses to keep this change', tone: 'failure' });
      return false;
    }
    if (replaced !== undefined) await deleteEndpoint(replaced);
    reconfigure();
    return true;
  }

  return (
    <>
      {endpoints.length === 0 ? (
        <EmptyState title="No endpoint is known for this network">
          An endpoint is the address of a node that speaks JSON-RPC. Everything Loupe shows of a chain comes from there.
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {endpoints.map((endpoint, index) => (
            <EndpointItem
              key={endpoint.url}
              endpoint={endpoint}
              rests={endpoint.origin === 'public' && strangersRest}
              health={
                <EndpointHealth
                  isAsked={isAskedAmong(endpoint, 0, endpoints)}
                  head={health.heads.get(endpoint.url)}
                  highest={health.highest}
                  counts={counts?.filter((count) => count.endpoint === endpoint.name) ?? []}
                />
              }
              onToggle={(enabled) => void save([{ ...endpoint, enabled }])}
              onUp={index === 0 ? undefined : () => void save(reorderEndpoints(endpoints, index, index - 1))}
              onDown={
                index === endpoints.length - 1
                  ? undefined
                  : () => void save(reorderEndpoints(endpoints, index, index + 1))
              }
              onRemove={
                endpoint.origin === 'reader' ? () => void deleteEndpoint(endpoint).then(() => reconfigure()) : undefined
              }
              onEdit={(url, name) => save([{ ...endpoint, url, name }], url === endpoint.url ? undefined : endpoint)}
              others={endpoints.filter((other) => other !== endpoint)}
            />
          ))}
        </ol>
      )}
      <div className="border-line border-t bg-raised p-3">
        <EndpointForm
          networkId={network.id}
          taken={endpoints}
          submit="Add endpoint"
          onSave={(url, name) => {
            // Before all others: who adds an endpoint wants it asked.
            const priority = Math.min(100, ...endpoints.map((endpoint) => endpoint.priority)) - 1;
            return save([{ networkId: network.id, url, name, origin: 'reader', enabled: true, priority }]);
          }}
        />
      </div>
    </>
  );
}

const ORIGINS = {
  config: { word: 'configured', title: 'From config.json of this site' },
  reader: { word: 'yours', title: 'You added it' },
  public: { word: 'public', title: 'From the list of known networks: run by third parties, often with limits' },
};

function EndpointItem({
  endpoint,
  rests,
  health,
  others,
  onToggle,
  onUp,
  onDown,
  onRemove,
  onEdit,
}: {
  endpoint: ListedEndpoint;
  /** A public one while others are enabled: it is not asked. */
  rests: boolean;
  health: ReactNode;
  others: readonly ListedEndpoint[];
  onToggle: (enabled: boolean) => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: (() => void) | undefined;
  onEdit: (url: string, name: string) => Promise<boolean>;
}) {
  const [editing, setEditing] = useState(false);
  const probe = useProbe(endpoint);
  const name = harmlessText(endpoint.name, 80);
  const { word, title } = ORIGINS[endpoint.origin];
  const capabilities = endpoint.capabilities;
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Switch label={`Use ${name}`} checked={endpoint.enabled} onChange={onToggle} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2">
            <bdi className="font-semibold">{name}</bdi>
            <Badge title={title}>{word}</Badge>
            {rests && <span className="text-muted text-s">asked only when no other is enabled</span>}
          </span>
          <span className="mono block truncate text-muted" title={endpoint.url}>
            {endpoint.origin === 'reader' ? withoutKey(endpoint.url) : endpoint.url}
          </span>
          {health}
          {capabilities && (
            <span className="block text-muted text-s">
              {harmlessText(capabilities.client, 60) || 'unknown client'} · {formatDuration(capabilities.latency)} ·{' '}
              {stateText(capabilities.stateDepth)}
            </span>
          )}
        </span>
        <span className="flex items-center gap-1">
          <Button size="s" onClick={probe.start} disabled={probe.state === 'running'}>
            {probe.state === 'running' ? 'Testing…' : 'Test'}
          </Button>
          {endpoint.origin === 'reader' && (
            <Button size="s" variant="quiet" aria-expanded={editing} onClick={() => setEditing(!editing)}>
              Edit
            </Button>
          )}
          <Button size="s" variant="quiet" icon aria-label={`Try ${name} earlier`} disabled={!onUp} onClick={onUp}>
            <Icon name="arrowUp" size={13} />
          </Button>
          <Button size="s" variant="quiet" icon aria-label={`Try ${name} later`} disabled={!onDown} onClick={onDown}>
            <Icon name="arrowDown" size={13} />
          </Button>
          {onRemove && (
            <Button size="s" variant="danger" onClick={onRemove} aria-label={`Remove ${name}`}>
              Remove
            </Button>
          )}
        </span>
      </div>
      {editing && (
        <div className="pt-2">
          <EndpointForm
            networkId={endpoint.networkId}
            taken={others}
            start={endpoint}
            submit="Save"
            onSave={async (url, text) => {
              const isKept = await onEdit(url, text);
              if (isKept) setEditing(false);
              return isKept;
            }}
          />
        </div>
      )}
      {probe.state === 'idle' && capabilities && (
        <details className="pt-1">
          <summary className="w-fit cursor-pointer text-muted">What it can do</summary>
          <Found capabilities={capabilities} />
        </details>
      )}
      <ProbeReport probe={probe} />
    </li>
  );
}

/** The URL with what may be a key hidden: the path and the query of a provider's address. */
function withoutKey(url: string): string {
  try {
    const { origin, pathname, search } = new URL(url);
    return pathname.length > 1 || search !== '' ? `${origin}/…` : origin;
  } catch {
    return url;
  }
}

function stateText(depth: 'archive' | number): string {
  if (depth === 'archive') return 'keeps all state';
  return depth < 0 ? 'state not determined' : `keeps state of the last ${depth} blocks`;
}
