/** Logs by filter, and what is new since somebody asked last. */

import { quantityHex } from '../../chain/hex';
import type { Address, Hash } from '../../chain/primitives';
import type { SealedBlock } from '../sealed-block';
import { type Form, headerForm, logsOf, transactionForm } from './forms';
import { addressOf, fieldsOf, hashOf, isAbsent, listOf } from './parameters';
import type { Method } from './reads';
import { invalid, RpcCode, RpcError } from './rpc-error';
import type { NodeEvent, VirtualNode } from './virtual-node';

/** Logs in one answer at most. */
const MAX_LOGS = 100_000;
/** A log has no more of them. */
const MAX_TOPICS = 4;
/** Filters at once at most. Clients leave theirs behind: one more takes the place of the one that was asked longest ago. */
const MAX_FILTERS = 1_000;

type LogFilter = {
  addresses: ReadonlySet<Address> | undefined;
  topics: readonly (ReadonlySet<Hash> | undefined)[];
};

function logFilterOf(value: unknown): LogFilter {
  const { address, topics } = fieldsOf(value ?? {}, 'filter');
  const several = (given: unknown) => (isAbsent(given) ? [] : Array.isArray(given) ? given : [given]);
  // An empty list stands for anything, as does a topic that may be null.
  const places = isAbsent(topics) ? [] : listOf(topics, 'topics');
  if (places.length > MAX_TOPICS) throw invalid('exceed max topics');
  const setOf = <T>(options: readonly T[]) => (options.length === 0 ? undefined : new Set(options));
  return {
    addresses: setOf(several(address).map((each) => addressOf(each))),
    topics: places.map((topic) => {
      const options = several(topic);
      return options.some(isAbsent) ? undefined : setOf(options.map((each) => hashOf(each, 'topic')));
    }),
  };
}

/** The logs of a block that pass the filter. */
function logsIn(sealed: SealedBlock, { addresses, topics }: LogFilter): Form[] {
  return sealed.receipts.flatMap((receipt, index) => {
    if (receipt.logs.length === 0) return [];
    const forms = logsOf(sealed, index);
    return forms.filter((_, at) => {
      const log = receipt.logs[at];
      if (addresses && !addresses.has(log.address)) return false;
      return topics.every((wanted, place) => wanted === undefined || wanted.has(log.topics[place]));
    });
  });
}

async function getLogs(node: VirtualNode, value: unknown): Promise<unknown[]> {
  const { chain } = node;
  const given = fieldsOf(value ?? {}, 'filter');
  const filter = logFilterOf(given);
  if (!isAbsent(given.blockHash)) {
    if (!isAbsent(given.fromBlock) || !isAbsent(given.toBlock))
      throw invalid('cannot specify both blockHash and fromBlock/toBlock, choose one or the other');
    const number = await node.knownNumberOf(hashOf(given.blockHash));
    if (node.isParents(number, true)) return (await node.readParent('eth_getLogs', [given])) as unknown[];
    const sealed = number === undefined ? undefined : chain.blockAt(number);
    if (sealed === undefined) throw new RpcError(RpcCode.server, 'unknown block');
    return logsIn(sealed, filter);
  }
  const first = node.numberOf(given.fromBlock) ?? chain.number;
  const last = Math.min(node.numberOf(given.toBlock) ?? chain.number, chain.number);
  if (first > last) {
    if (!isAbsent(given.fromBlock) && !isAbsent(given.toBlock) && first > (node.numberOf(given.toBlock) ?? first))
      throw invalid('invalid block range params');
    return [];
  }
  const logs: unknown[] = [];
  // What lies before the fork is the parent's to say, and what came after ours.
  const own = chain.isFork ? chain.firstNumber + 1 : 0;
  if (first < own) {
    const range = { ...given, fromBlock: quantityHex(first), toBlock: quantityHex(Math.min(last, own - 1)) };
    logs.push(...((await node.readParent('eth_getLogs', [range])) as unknown[]));
  }
  for (let number = Math.max(first, own); number <= last; number++) {
    const sealed = chain.blockAt(number);
    if (sealed) logs.push(...logsIn(sealed, filter));
    if (logs.length > MAX_LOGS) throw new RpcError(-32005, `more than ${MAX_LOGS} logs`);
  }
  return logs;
}

/** Returns a function that lists the messages an event makes for a watcher of `kind`, none or more. */
export function toldOf(kind: string, options: unknown): (event: NodeEvent) => readonly unknown[] {
  switch (kind) {
    case 'newHeads':
      return (event) => (event.kind === 'block' ? [headerForm(event.sealed)] : []);
    case 'newPendingTransactions':
      // `true` asks for whole transactions.
      return (event) =>
        event.kind === 'pending'
          ? [options === true ? transactionForm(event.transaction) : event.transaction.hash]
          : [];
    case 'logs': {
      const filter = logFilterOf(options);
      return (event) => {
        if (event.kind === 'pending') return [];
        const logs = logsIn(event.sealed, filter);
        return event.kind === 'block' ? logs : logs.map((log) => ({ ...log, removed: true }));
      };
    }
    default:
      throw invalid(`there are no subscriptions to ${kind}`);
  }
}

/** A filter that collects until it is asked. */
function addFilter(
  node: VirtualNode,
  take: (event: NodeEvent) => readonly unknown[],
  all: () => unknown = () => [],
): string {
  const [oldest] = node.filters.keys();
  if (oldest !== undefined && node.filters.size >= MAX_FILTERS) dropFilter(node, oldest);
  let waiting: unknown[] = [];
  const listen = (event: NodeEvent) => {
    if (waiting.length < MAX_LOGS) waiting.push(...take(event));
  };
  node.listeners.add(listen);
  const id = quantityHex(++node.lastFilter);
  node.filters.set(id, {
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    all,
    stop: () => node.listeners.delete(listen),
  });
  return id;
}

/** Finds a filter, and puts it last: those asked longest ago come first in `node.filters`. */
function filterOf(node: VirtualNode, id: unknown) {
  const filter = node.filters.get(String(id));
  if (filter === undefined) throw new RpcError(RpcCode.server, 'filter not found');
  node.filters.delete(String(id));
  node.filters.set(String(id), filter);
  return filter;
}

function dropFilter(node: VirtualNode, id: string): boolean {
  node.filters.get(id)?.stop();
  return node.filters.delete(id);
}

export const FILTERS: Readonly<Record<string, Method>> = {
  eth_getLogs: (node, params) => getLogs(node, params[0]),
  eth_newFilter: (node, params) => addFilter(node, toldOf('logs', params[0]), () => getLogs(node, params[0])),
  eth_newBlockFilter: (node) => addFilter(node, (event) => (event.kind === 'block' ? [event.sealed.block.hash] : [])),
  eth_newPendingTransactionFilter: (node) => addFilter(node, toldOf('newPendingTransactions', undefined)),
  eth_getFilterChanges: (node, params) => filterOf(node, params[0]).take(),
  eth_getFilterLogs: (node, params) => filterOf(node, params[0]).all(),
  eth_uninstallFilter: (node, params) => dropFilter(node, String(params[0])),
};
