/**
 * Tables `watches`, `watchMatches` and `watchProgress`: the reader's watches, their finds, and how far each chain was
 * looked at.
 */
import * as v from 'valibot';
import type { ProjectUid } from '../../core/projects/project';
import { COMPARISONS, type Watch, type WatchId } from '../../core/watch/watch';
import { WEBHOOK_FORMATS } from '../../core/watch/webhook';
import { type AllStored, address, count, hash, networkId, rowReader } from './fields';

const watchId = v.custom<WatchId>((value) => typeof value === 'string' && value !== '');
const uid = v.custom<ProjectUid>((value) => typeof value === 'string' && value !== '');

const condition = v.variant('on', [
  v.object({ on: v.literal('successful') }),
  v.object({ on: v.literal('failed') }),
  v.object({ on: v.literal('proxyUpgraded') }),
  v.object({ on: v.literal('function'), function: v.string() }),
  v.object({ on: v.literal('event'), event: v.string() }),
  v.object({
    on: v.literal('eventParameter'),
    event: v.string(),
    parameter: v.string(),
    is: v.picklist(COMPARISONS),
    value: v.string(),
  }),
  v.object({ on: v.literal('transfer'), least: v.string() }),
  v.object({ on: v.literal('value'), least: v.string() }),
  v.object({ on: v.literal('callers'), list: v.picklist(['allowed', 'blocked']), callers: v.array(address) }),
  v.object({ on: v.literal('balance'), is: v.picklist(['<', '>']), wei: v.string() }),
  v.object({ on: v.literal('stateVariable'), slot: v.string() }),
  v.object({ on: v.literal('simulation'), draft: v.string() }),
]);

const scope = v.variant('of', [
  v.object({ of: v.literal('addresses'), addresses: v.array(address) }),
  v.object({ of: v.literal('project'), project: uid }),
  v.object({ of: v.literal('network') }),
]);

const watch = v.object({
  id: watchId,
  name: v.string(),
  networkId,
  scope,
  condition,
  isOn: v.boolean(),
  notifies: v.boolean(),
  webhook: v.exactOptional(v.string()),
  webhookFormat: v.exactOptional(v.picklist(WEBHOOK_FORMATS)),
  createdAt: count,
});

/** `told` is 1 once the reader was told. `isGone` is true while the block of the find is not in the chain. */
const match = v.object({
  watchId,
  key: v.string(),
  networkId,
  blockNumber: count,
  blockHash: hash,
  transactionHash: v.exactOptional(hash),
  what: v.string(),
  foundAt: count,
  told: v.picklist([0, 1]),
  isGone: v.boolean(),
  /** Why the call of the webhook failed. */
  webhookFailure: v.exactOptional(v.string()),
});

const span = v.object({ first: count, last: count });

/** `next` is the lowest block that was not looked at; `recent` are the last ones that were, ascending. */
const progress = v.object({
  networkId,
  next: count,
  recent: v.array(v.object({ number: count, hash })),
  /** The last spans of blocks that were not looked at: `blocks` not at all, `state` not at their balances and slots. */
  gaps: v.array(v.object({ ...span.entries, of: v.picklist(['blocks', 'state']) })),
});

export type WatchRow = v.InferOutput<typeof watch>;
export type WatchMatchRow = v.InferOutput<typeof match>;
export type WatchProgress = v.InferOutput<typeof progress>;

true satisfies AllStored<Watch, WatchRow>;

/** Undefined where the row is damaged. */
export const fromWatchRow = rowReader(watch);

/** Undefined where the row is damaged. */
export const fromWatchMatchRow = rowReader(match);

/** Undefined where the row is damaged. */
export const fromWatchProgressRow = rowReader(progress);
