/**
 * A chain to lie about: a token and a contract that calls it, some transactions
 * alone in their block and five in one. The contracts are written as opcodes,
 * so that what a lie changes can be told to the byte.
 */
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { type Anvil, startAnvil } from '../../anvil';
import { setL1Block } from '../../l1-block';

/** keccak256('Transfer(address,address,uint256)'). */
export const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** EIP-1967: keccak256('eip1967.proxy.implementation') - 1. */
export const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

/** transfer(to, amount) with any selector: moves the amount between slots that have the addresses' numbers, and logs it. */
const TRANSFERRING = [
  '602435', // amount
  '80335403', // balance of the caller, less the amount
  '3355', // into the caller's slot
  '80600435805490910190', // balance of the recipient and the amount, above its slot
  '55', // into the recipient's slot
  '600052', // the amount into memory
  `600435337f${TRANSFER}60206000a3`, // Transfer(caller, recipient, amount)
  '00',
].join('');

/** Answers decimals() with 18, and every other call of four bytes with the symbol MPL, as bytes32; transfers on all else. */
const TOKEN = (() => {
  const before = '3660041460'; // are there four bytes?
  const words = (before.length + 4 + TRANSFERRING.length) / 2;
  const answer = words + 25;
  const byte = (value: number) => value.toString(16).padStart(2, '0');
  return [
    `${before}${byte(words)}57`,
    TRANSFERRING,
    `5b60125f3560e01c63313ce5671460${byte(answer)}57`, // 18, and is it decimals()?
    '50624d504c60e81b', // MPL
    '5b5f5260205ff3',
  ].join('');
})();

/** Hands its calldata to the contract in the slot of EIP-1967, and answers as that does. */
const PROXY = (() => {
  const delegate = `365f5f375f5f365f7f${IMPLEMENTATION_SLOT.slice(2)}545af43d5f5f3e`;
  const success = delegate.length / 2 + 6;
  return `${delegate}60${success.toString(16)}573d5ffd5b3d5ff3`;
})();

/** Passes its calldata on to a contract, and fails when that fails. */
const forwarderTo = (to: Address) => `365f5f375f5f365f5f73${to.slice(2)}5af16026575f5ffd5b00`;

/** Code that returns `runtime`, after `before` ran: CODECOPY and RETURN of what follows it. */
function initCodeOf(runtime: string, before: string): Hex {
  const length = (runtime.length / 2).toString(16).padStart(4, '0');
  const start = (before.length / 2 + 10).toString(16).padStart(2, '0');
  return `0x${before}61${length}8060${start}3d393df3${runtime}` as Hex;
}

export type LieTarget = {
  hash: Hash;
  /** Everything the node says of it, as JSON-RPC has it. */
  transaction: Record<string, unknown>;
  receipt: Record<string, unknown>;
  block: Record<string, unknown>;
};

export type LieChain = {
  anvil: Anvil;
  chainId: number;
  token: Address;
  alice: Address;
  bob: Address;
  carol: Address;
  /**
   * Targets by name: `ether`, `token`, `nested`, `proxied`, `creation`, `proxyMade`, `failed` alone in their blocks,
   * `many0` to `many4` in one.
   */
  targets: ReadonlyMap<string, LieTarget>;
  stop(): Promise<void>;
};

/** Starts Anvil and makes the transactions. `isOpStack`: on a chain of the OP Stack, with fees for layer 1. */
export async function startLieChain(chainId: number, isOpStack = false): Promise<LieChain> {
  const args = isOpStack ? ['--network', 'optimism', '--hardfork', 'isthmus'] : [];
  const anvil = await startAnvil({ chainId, args });
  if (isOpStack) await setL1Block(anvil);
  const [alice, bob, carol] = await anvil.call<[Address, Address, Address]>('eth_accounts');
  const send = (from: Address, more: object) =>
    anvil.call<Hash>('eth_sendTransaction', [{ from, gas: '0x30d40', ...more }]);
  /** Anvil mines the next one with it where that comes first. */
  const mined = async (from: Address, more: object) => {
    const hash = await send(from, more);
    await receiptOf(anvil, hash);
    return hash;
  };
  const created = async (runtime: string, before = ''): Promise<{ hash: Hash; address: Address }> => {
    const hash = await send(alice, { data: initCodeOf(runtime, before) });
    const { contractAddress } = await receiptOf(anvil, hash);
    return { hash, address: contractAddress as Address };
  };
  // Anvil's first block is not under the state root that its own genesis states.
  await mined(alice, { to: bob, value: '0x1' });
  const { hash: creation, address: token } = await created(TOKEN);
  const { address: caller } = await created(forwarderTo(token));
  const { address: failing } = await created('5f5ffd');
  const { hash: proxyMade, address: proxy } = await created(
    PROXY,
    `73${token.slice(2)}7f${IMPLEMENTATION_SLOT.slice(2)}55`,
  );
  const transfer = (to: Address, amount: bigint) =>
    `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
  // No balance of those below is zero, so that no lie changes what a write costs.
  await mined(alice, { to: token, data: transfer(bob, 1_000n) });
  await mined(bob, { to: token, data: transfer(carol, 500n) });
  await mined(carol, { to: token, data: transfer(alice, 250n) });
  await mined(alice, { to: caller, data: transfer(bob, 3n) });
  await mined(alice, { to: proxy, data: transfer(bob, 3n) });

  const hashes = new Map<string, Hash>([
    ['creation', creation],
    ['proxyMade', proxyMade],
  ]);
  hashes.set('ether', await mined(alice, { to: bob, value: '0x3782dace9d90000', gas: '0x5208' }));
  hashes.set('token', await mined(alice, { to: token, data: transfer(bob, 42n) }));
  hashes.set('nested', await mined(alice, { to: caller, data: transfer(bob, 7n) }));
  hashes.set('proxied', await mined(alice, { to: proxy, data: transfer(bob, 9n) }));
  hashes.set('failed', await mined(alice, { to: failing, data: '0x12345678' }));
  await anvil.call('evm_setAutomine', [false]);
  // The tips decide on their order.
  const many: Hash[] = [];
  // One after the other: two that arrive together from one account may get the same nonce, and one of them is lost.
  for (const [from, more] of [
    [alice, { to: token, data: transfer(bob, 11n), ...feesOf(5) }],
    [bob, { to: token, data: transfer(carol, 12n), ...feesOf(4) }],
    [carol, { to: caller, data: transfer(bob, 13n), ...feesOf(3) }],
    [alice, { to: bob, value: '0x1', gas: '0x5208', ...feesOf(2) }],
    [bob, { to: token, data: transfer(alice, 14n), ...feesOf(1) }],
  ] as const)
    many.push(await send(from, more));
  await anvil.call('anvil_mine', ['0x1']);
  await anvil.call('evm_setAutomine', [true]);
  for (const [index, hash] of many.entries()) {
    if (Number((await receiptOf(anvil, hash)).transactionIndex) !== index) throw new Error('Anvil took another order');
    hashes.set(`many${index}`, hash);
  }

  const targets = new Map<string, LieTarget>();
  for (const [name, hash] of hashes) {
    const transaction = await anvil.call<Record<string, unknown>>('eth_getTransactionByHash', [hash]);
    const receipt = await receiptOf(anvil, hash);
    const block = await anvil.call<Record<string, unknown>>('eth_getBlockByHash', [receipt.blockHash, false]);
    targets.set(name, { hash, transaction, receipt, block });
  }
  return { anvil, chainId, token, alice, bob, carol, targets, stop: () => anvil.stop() };
}

/** A tip of so many gwei, and ten times that at most: Anvil orders by both. */
const feesOf = (tip: number) => ({
  maxPriorityFeePerGas: `0x${(tip * 1e9).toString(16)}`,
  maxFeePerGas: `0x${(tip * 1e10).toString(16)}`,
});

/** Questions for a receipt, each a round trip: what is lost never comes. */
const MOST_ASKED = 5_000;

/** The receipt, once the transaction is in a block: Anvil answers the hash a moment before. */
async function receiptOf(anvil: Anvil, hash: Hash): Promise<Record<string, unknown>> {
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const receipt = await anvil.call<Record<string, unknown> | null>('eth_getTransactionReceipt', [hash]);
    if (receipt !== null) return receipt;
  }
  throw new Error(`Anvil has no receipt of ${hash}`);
}
