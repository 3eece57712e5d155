/** Watches: what a reader wants to be told of as blocks come. */

import type { Address, Hash, NetworkId } from '../chain/primitives';
import type { ProjectUid } from '../projects/project';
import type { Brand } from '../values/brand';
import type { WebhookFormat } from './webhook';

export type WatchId = Brand<string, 'WatchId'>;

/** What is watched: some addresses, those of a project as it is then, or all of the network. */
export type WatchScope =
  | { of: 'addresses'; addresses: readonly Address[] }
  | { of: 'project'; project: ProjectUid }
  | { of: 'network' };

export const COMPARISONS = ['=', '≠', '<', '>'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** When a watch matches. Amounts are decimal text in the smallest unit: wei, or the token's. */
export type WatchCondition =
  | { on: 'successful' }
  | { on: 'failed' }
  /** A transaction that calls the function: a signature, `transfer(address,uint256)`, or a selector. */
  | { on: 'function'; function: string }
  /** An event, by its signature or topic. */
  | { on: 'event'; event: string }
  /** An event whose parameter, by its name or number from 0, compares so with `value`. The signature is a declaration. */
  | { on: 'eventParameter'; event: string; parameter: string; is: Comparison; value: string }
  /** A transfer of a token, of at least so much. */
  | { on: 'transfer'; least: string }
  /** A transaction from none of the addresses that may (`allowed`), or from one that may not (`blocked`). */
  | { on: 'callers'; list: 'allowed' | 'blocked'; callers: readonly Address[] }
  /** The balance of a watched address comes to be below or above so much. */
  | { on: 'balance'; is: '<' | '>'; wei: string }
  /** A transaction that carries at least so much. */
  | { on: 'value'; least: string }
  /** A slot of a watched contract has another value than before the block. Decimal or 0x-hex. */
  | { on: 'stateVariable'; slot: string }
  /** A simulation that is run at the end of each block comes to something else than at the end of the block before. JSON of a draft. */
  | { on: 'simulation'; draft: string }
  /** A proxy of EIP-1967 runs other code from now on, or follows another beacon. */
  | { on: 'proxyUpgraded' };

export type ConditionKind = WatchCondition['on'];

export type Watch = {
  id: WatchId;
  name: string;
  networkId: NetworkId;
  scope: WatchScope;
  condition: WatchCondition;
  isOn: boolean;
  /** Whether finds are also told by a notification of the browser, where it allows that. */
  notifies: boolean;
  /** An address that is told by POST; the reader agreed to that when they entered it. */
  webhook?: string;
  /** The form of what it is sent; `json` unless given. */
  webhookFormat?: WebhookFormat;
  createdAt: number;
};

/**
 * One thing that a watch found. `key` names it whichever block it is in: a transaction that a reorganisation moved to
 * another block is the same find.
 */
export type WatchMatch = {
  key: string;
  blockNumber: number;
  transactionHash?: Hash;
  /** What matched, in words. Untrusted text. */
  what: string;
};
