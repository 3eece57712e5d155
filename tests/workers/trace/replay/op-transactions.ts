/** Transactions of development nodes of the OP Stack and of Celo, the same for the same seed, executed again. */
import { hexToBytes } from '../../../../src/core/chain/hex';
import type { Address, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { ViewedState } from '../../../../src/core/evm/state/view';
import { paidFees } from '../../../../src/core/replay/paid-fees';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../../../src/net/chain-reader';
import { setL1Block } from '../../../../tools/l1-block';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { EDR_FOLDER, startEdr } from '../../../helpers/edr';
import { sendMined } from '../../../helpers/mined';
import { verifiedReplay } from '../../../helpers/replays';
import { rpcOf } from '../../../helpers/rpc';

/** Base fee, data, operator. */
const VAULTS = [0x19, 0x1a, 0x1b].map(
  (low) => `0x42000000000000000000000000000000000000${low.toString(16)}` as Address,
);

const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`;
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;

/** Returns `count` transactions for eth_sendTransaction: calls with data, creations, reverts, P256 and deposits. */
export function opTransactions(seed: number, count: number, isCelo: boolean): object[] {
  const next = randomOf(seed);
  return Array.from({ length: count }, (_, at) => {
    const from = ANVIL_ACCOUNTS[next(2)];
    const to = next(2) === 0 ? ANVIL_ACCOUNTS[next(2)] : hex((0xabcn << 148n) + BigInt(next(5)));
    const data = bytes(next, 1 + next(300));
    const base = { from, gas: hex(300_000 + at) };
    switch (at % (isCelo ? 4 : 7)) {
      case 0:
        return { ...base, to, value: hex(next(1_000_000)), data };
      case 1: // stores two slots and returns a byte
        return { ...base, data: `0x6000600055${hex(0x60 * 256 + next(256)).slice(2)}60015560016000f3` };
      case 2: // reverts
        return { ...base, data: '0x60006000fd' };
      case 3: // its code is as long as compression likes it
        return { ...base, to, data: `0x${'ab'.repeat(next(2000))}${'00'.repeat(next(400))}` };
      case 4:
        return { ...base, to: '0x0000000000000000000000000000000000000100', data: `0x${'00'.repeat(160)}` };
      case 5:
        return deposit(next, at, { to, value: hex(next(1000)), input: data });
      default: // one that fails: an undefined instruction
        return deposit(next, at, { to: null, value: '0x0', input: '0xfe' });
    }
  });
}

function deposit(next: (below: number) => number, at: number, more: object): object {
  return {
    type: '0x7e',
    from: ANVIL_ACCOUNTS[next(2)],
    mint: hex(next(1_000_000) + 1000),
    gas: hex(300_000 + at),
    sourceHash: word(BigInt(at + 1)),
    isSystemTx: false,
    ...more,
  };
}

function bytes(next: (below: number) => number, length: number): Hex {
  return `0x${Array.from({ length }, () => next(256).toString(16).padStart(2, '0')).join('')}`;
}

/** Numbers below a bound (Lehmer's generator). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return below === 0 ? 0 : state % below;
  };
}

type Node = Pick<Anvil, 'url' | 'call' | 'stop'>;

/** Development nodes: Anvil by its arguments, and EDR of the folder that was named; with the chain id that each is given. */
export const OP_NODES = {
  isthmus: {
    chainId: 10,
    start: () => startAnvil({ chainId: 10, args: ['--network', 'optimism', '--hardfork', 'isthmus'] }),
  },
  celo: { chainId: 42220, start: () => startAnvil({ chainId: 42220, args: ['--celo'] }) },
  edr: { chainId: 10, start: () => startEdr(EDR_FOLDER ?? '', 10) },
} satisfies Record<string, { chainId: number; start: () => Promise<Node> }>;

/**
 * Sends `count` transactions to such a node and executes each again; returns the balances that differ, and where what was
 * moved and paid is not what the sender's balance changed by. Throws where a receipt does. The node has one transaction a block, so that its latest balances are those after it.
 */
export async function differingBalances(name: keyof typeof OP_NODES, count: number): Promise<string[]> {
  const { chainId, start } = OP_NODES[name];
  const anvil = await start();
  try {
    if (name !== 'celo') await setL1Block(anvil);
    const differing: string[] = [];
    for (const sent of opTransactions(1, count, name === 'celo'))
      differing.push(...(await differencesOf(anvil, chainId as NetworkId, sent, name === 'celo' ? [] : VAULTS)));
    return differing;
  } finally {
    await anvil.stop();
  }
}

async function differencesOf(
  anvil: Node,
  networkId: NetworkId,
  sent: object,
  vaults: readonly Address[],
): Promise<string[]> {
  const rpc = rpcOf([anvil.url], { networkId });
  const { transactionHash: hash } = await sendMined(anvil, sent);
  const [transaction, receipt] = await Promise.all([fetchTransaction(rpc, hash), fetchReceipt(rpc, hash)]);
  if (!transaction.ok) throw new Error(transaction.error.message);
  if (!receipt.ok) throw new Error(receipt.error.message);
  const block = await fetchBlock(rpc, receipt.value.blockHash);
  if (!block.ok) throw new Error(block.error.message);
  const { replay } = await verifiedReplay({
    rpc,
    network: { id: networkId, name: 'the node' },
    block: block.value,
    transaction: transaction.value,
    receipt: receipt.value,
    signal: new AbortController().signal,
    prestate: { use: 'never', reason: 'Its blocks have one transaction.' },
  });
  const view = new ViewedState(replay.execution.state);
  const { from, to, type } = transaction.value;
  const differing: string[] = [];
  for (const address of [from, block.value.miner, ...vaults, ...(to ? [to] : [])]) {
    if (!view.requireAccount(hexToBytes(address))) continue; // a deposit pays no fees
    const stated = BigInt(await anvil.call<Hex>('eth_getBalance', [address, 'latest']));
    const own = view.balance(hexToBytes(address));
    if (own !== stated) differing.push(`${type} ${hash}: ${address} has ${own}, the node says ${stated}`);
  }
  const { result } = replay;
  if (result === undefined) throw new Error('it did not end');
  const { change, moved, minted, total } = paidFees(replay, replay.finish(), result, 'created');
  const before = BigInt(await anvil.call<Hex>('eth_getBalance', [from, hex(receipt.value.blockNumber - 1)]));
  const after = BigInt(await anvil.call<Hex>('eth_getBalance', [from, 'latest']));
  if (after - before !== change || change !== moved + minted - total)
    differing.push(`${type} ${hash}: the sender has ${after - before} more, moved ${moved + minted}, paid ${total}`);
  return differing;
}
