/**
 * A chain to lie about: a token and a contract that calls it, some transactions
 * alone in their block and five in one. The contracts are written as opcodes,
 * so that what a lie changes can be told to the byte.
 */
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { type Anvil, startAnvil } from '../../anvil';

/** keccak256('Transfer(address,address,uint256)'). */
export const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** transfer(to, amount) with any selector: moves the amount between slots that have the addresses' numbers, and logs it. */
const TOKEN = [
  '602435', // amount
  '80335403', // balance of the caller, less the amount
  '3355', // into the caller's slot
  '80600435805490910190', // balance of the recipient and the amount, above its slot
  '55', // into the recipient's slot
  '600052', // the amount into memory
  `600435337f${TRANSFER}60206000a3`, // Transfer(caller, recipient, amount)
  '00',
].join('');

/** Passes its calldata on to a contract, and fails when that fails. */
const forwarderTo = (to: Address) => `365f5f375f5f365f5f73${to.slice(2)}5af16026575f5ffd5b00`;

/** Code that returns `runtime`: CODECOPY and RETURN of what follows it. */
function initCodeOf(runtime: string): Hex {
  const length = (runtime.length / 2).toString(16).padStart(4, '0');
  return `0x61${length}80600a3d393df3${runtime}` as Hex;
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
  /** By name: `ether`, `token`, `nested`, `creation`, `failed` alone in their blocks, `many0` to `many4` in one. */
  targets: ReadonlyMap<string, LieTarget>;
  stop(): Promise<void>;
};

/** Starts Anvil and makes the transactions. */
export async function startLieChain(chainId: number): Promise<LieChain> {
  const anvil = await startAnvil({ chainId });
  const [alice, bob, carol] = await anvil.call<[Address, Address, Address]>('eth_accounts');
  const send = (from: Address, more: object) =>
    anvil.call<Hash>('eth_sendTransaction', [{ from, gas: '0x30d40', ...more }]);
  const created = async (runtime: string): Promise<{ hash: Hash; address: Address }> => {
    const hash = await send(alice, { data: initCodeOf(runtime) });
    const { contractAddress } = await receiptOf(anvil, hash);
    return { hash, address: contractAddress as Address };
  };
  // Anvil's first block is not under the state root that its own genesis states.
  await send(alice, { to: bob, value: '0x1' });
  const { hash: creation, address: token } = await created(TOKEN);
  const { address: caller } = await created(forwarderTo(token));
  const { address: failing } = await created('5f5ffd');
  const transfer = (to: Address, amount: bigint) =>
    `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
  // No balance of those below is zero, so that no lie changes what a write costs.
  await send(alice, { to: token, data: transfer(bob, 1_000n) });
  await send(bob, { to: token, data: transfer(carol, 500n) });
  await send(carol, { to: token, data: transfer(alice, 250n) });
  await send(alice, { to: caller, data: transfer(bob, 3n) });

  const hashes = new Map<string, Hash>([['creation', creation]]);
  hashes.set('ether', await send(alice, { to: bob, value: '0x3782dace9d90000', gas: '0x5208' }));
  hashes.set('token', await send(alice, { to: token, data: transfer(bob, 42n) }));
  hashes.set('nested', await send(alice, { to: caller, data: transfer(bob, 7n) }));
  hashes.set('failed', await send(alice, { to: failing, data: '0x12345678' }));
  await anvil.call('evm_setAutomine', [false]);
  // The tips decide on their order.
  const many = [
    send(alice, { to: token, data: transfer(bob, 11n), ...feesOf(5) }),
    send(bob, { to: token, data: transfer(carol, 12n), ...feesOf(4) }),
    send(carol, { to: caller, data: transfer(bob, 13n), ...feesOf(3) }),
    send(alice, { to: bob, value: '0x1', gas: '0x5208', ...feesOf(2) }),
    send(bob, { to: token, data: transfer(alice, 14n), ...feesOf(1) }),
  ];
  await Promise.all(many);
  await anvil.call('anvil_mine', ['0x1']);
  await anvil.call('evm_setAutomine', [true]);
  for (const [index, hash] of (await Promise.all(many)).entries()) {
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

/** The receipt, once the transaction is in a block: Anvil answers the hash a moment before. */
async function receiptOf(anvil: Anvil, hash: Hash): Promise<Record<string, unknown>> {
  for (;;) {
    const receipt = await anvil.call<Record<string, unknown> | null>('eth_getTransactionReceipt', [hash]);
    if (receipt !== null) return receipt;
  }
}
