/**
 * Table `endpoints`: the reader's endpoints, and for every endpoint what a probe found and whether the reader switched
 * it off. `id` is `${networkId} ${url}`.
 */
import * as v from 'valibot';
import type { Capabilities, Endpoint } from '../../core/chain/network';
import { type AllStored, definedFields, networkId, parseRow, rowWriter } from './fields';

export type KeptEndpoint = Endpoint & {
  capabilities?: Capabilities;
  /** When it was last seen to serve the network, milliseconds since the epoch. */
  servedAt?: number;
};

const outcome = v.object({ answers: v.picklist(['yes', 'no', 'unknown']), detail: v.string() });

/** What a probe found. Where it has another shape, it is left out and the endpoint is probed again. */
const capabilities = v.object({
  chainId: v.number(),
  client: v.string(),
  probedAt: v.number(),
  latency: v.number(),
  stateDepth: v.union([v.literal('archive'), v.number()]),
  methods: v.object({
    callTracer: outcome,
    prestateTracer: outcome,
    structLogs: outcome,
    trace_transaction: outcome,
    trace_replayTransaction: outcome,
    ots_traceTransaction: outcome,
    eth_getBlockReceipts: outcome,
    eth_createAccessList: outcome,
    eth_getBlockAccessList: outcome,
    eth_simulateV1: outcome,
    eth_feeHistory: outcome,
  }),
});

const endpoint = v.object({
  id: v.string(),
  networkId,
  url: v.string(),
  name: v.string(),
  origin: v.picklist(['config', 'reader', 'public']),
  enabled: v.boolean(),
  priority: v.number(),
  servedAt: v.optional(v.number()),
});

export type EndpointRow = v.InferOutput<typeof endpoint> & { capabilities?: v.InferOutput<typeof capabilities> };

export function toEndpointRow({ networkId, url, name, origin, enabled, priority }: Endpoint): EndpointRow {
  return { id: endpointRowId({ networkId, url }), networkId, url, name, origin, enabled, priority };
}

export const toStoredCapabilities = rowWriter(capabilities);

/** Returns undefined where the row is damaged. */
export function fromEndpointRow(stored: unknown): KeptEndpoint | undefined {
  const parsed = parseRow(endpoint, stored);
  if (parsed === undefined) return undefined;
  const { id: _, ...kept } = parsed;
  return definedFields({ ...kept, capabilities: parseRow(capabilities, (stored as EndpointRow).capabilities) });
}

export function endpointRowId({ networkId, url }: Pick<Endpoint, 'networkId' | 'url'>): string {
  return `${networkId} ${url}`;
}

true satisfies AllStored<Endpoint, EndpointRow>;
true satisfies AllStored<Capabilities, NonNullable<EndpointRow['capabilities']>>;
