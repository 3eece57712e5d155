/** Makes a virtual network: empty, or going on from a block of another network. */

import { ETHER, type Network, unlistedNetwork } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import { limbsOf } from '../../core/evm/words/words';
import { formatInteger } from '../../core/format/counts';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { messageOf } from '../../core/values/thrown';
import { ChangeLog } from '../../core/virtual/chain-keeper';
import { createEmptyChain, TEST_BALANCE } from '../../core/virtual/genesis';
import type { RememberedSource } from '../../core/virtual/remembered-source';
import { VirtualNode } from '../../core/virtual/rpc/virtual-node';
import { fixedRules, NEWEST_RULES } from '../../core/virtual/rule-schedule';
import { TEST_ACCOUNTS } from '../../core/virtual/signing';
import { VirtualChain } from '../../core/virtual/virtual-chain';
import { createVirtualNetwork } from '../../db/virtual/virtual-networks';
import type { Chains } from '../chain/chains';
import { clock } from './clock';
import { readForkPoint } from './fork-point';
import type { NewVirtualNetwork } from './virtual.api';
import { VirtualHost } from './virtual-host';

type Made = { chain: VirtualChain; log: ChangeLog; source?: RememberedSource } & Pick<
  ConstructorParameters<typeof VirtualHost>[0],
  'parent' | 'rules' | 'family'
>;

/** Makes the network and keeps it. */
export async function makeNetwork(
  chains: Chains,
  wish: NewVirtualNetwork,
  signal: AbortSignal,
): Promise<Result<NetworkId, Failure>> {
  const { chainId, name, parent, sealing } = wish;
  const networks = await chains.networks();
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    return fail(failure('unsupported', 'A chain id is a number above zero.'));
  const same = networks.find(({ id }) => id === chainId);
  if (same !== undefined)
    return fail(failure('unsupported', `${same.name} has the chain id ${chainId}. Choose another one.`));
  const parentNetwork = networks.find(({ id }) => id === parent?.networkId);
  const made = parent === undefined ? await makeEmpty(chainId) : await beginFork(chains, wish, parentNetwork, signal);
  if (!made.ok) return made;
  const { chain, log, source, ...began } = made.value;
  const node = new VirtualNode(chain, TEST_ACCOUNTS, undefined, '');
  node.isAutomatic = sealing === 'transaction';
  node.interval = typeof sealing === 'object' ? sealing.seconds : 0;
  const identity = { networkId: chainId, name, createdAt: Date.now(), ...began };
  const host = new VirtualHost(identity, node, log, source);
  host.stop();
  if (signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
  const network: Network = {
    ...unlistedNetwork(chainId, name, parentNetwork?.nativeCurrency ?? ETHER),
    testnet: true,
    chainConfig: { virtual: true },
  };
  const isKept = await createVirtualNetwork(host.write(chain.firstNumber), network, 'parent');
  if (!isKept) return fail(failure('storage', 'The browser did not keep the network: it gives this site no storage.'));
  return ok(chainId);
}

async function makeEmpty(chainId: NetworkId): Promise<Result<Made, Failure>> {
  const log = new ChangeLog();
  const chain = await createEmptyChain(chainId, [...TEST_ACCOUNTS.keys()], clock, NEWEST_RULES, log);
  return ok({ chain, log, rules: NEWEST_RULES });
}

async function beginFork(
  chains: Chains,
  { chainId, parent }: NewVirtualNetwork,
  network: Network | undefined,
  signal: AbortSignal,
): Promise<Result<Made, Failure>> {
  if (parent === undefined || network === undefined)
    return fail(failure('notFound', 'The network to go on from is not among the networks of this browser.'));
  const point = await readForkPoint(chains, network, parent.block, signal);
  if (!point.ok) return point;
  const { block, rules, family, source, parent: at } = point.value;
  const log = new ChangeLog();
  const first = { forkedAt: block, source };
  const chain = new VirtualChain({ chainId, rules: fixedRules(rules), first, clock, keeper: log });
  try {
    await chain.begin();
    await Promise.all([...TEST_ACCOUNTS.keys()].map((address) => source.account(address)));
    for (const address of TEST_ACCOUNTS.keys())
      await chain.change(address, (state, account) => state.setBalance(account, limbsOf(TEST_BALANCE), 0));
  } catch (thrown) {
    const words = messageOf(thrown);
    return fail(
      failure('stateUnavailable', `The state after block ${formatInteger(at.number)} could not be read. ${words}`),
    );
  }
  return ok({ chain, log, source, parent: at, rules, ...(family && { family }) });
}
