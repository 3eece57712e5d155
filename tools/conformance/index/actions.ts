/** What happens on a stirred chain: each sends one transaction. Many fail, as they may. */
import { type Hex, keccak256, pad, toEventSelector, toHex, zeroAddress } from 'viem';
import type { Action, StirredChain } from './stirred-chain';

const COINS = ['ALF', 'BUSD', 'ODD'] as const;
/** Ids of the items of a collection that most actions are about. */
const ITEMS = 12;
const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
const TRANSFER_SINGLE = toEventSelector('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])');
const DEPOSIT = toEventSelector('Deposit(address,uint256)');

/** The kinds of transactions, the frequent ones more than once. */
export const ACTIONS: readonly Action[] = [
  pay,
  pay,
  payInOldForm,
  moveCoin,
  moveCoin,
  moveCoin,
  moveForAnother,
  mintCoin,
  wrap,
  moveWrapped,
  mintCard,
  mintCard,
  moveCard,
  moveCard,
  burnCard,
  mintArt,
  mintPieces,
  mintPieces,
  movePieces,
  movePieces,
  burnPieces,
  create,
  createInVain,
  spread,
  makeInside,
  many,
  manyInVain,
  logAnything,
  runOut,
];

function pay(chain: StirredChain) {
  return chain.send({ to: chain.anywhere(), value: BigInt(chain.random.below(1_000_000)) });
}

function payInOldForm(chain: StirredChain) {
  const to = chain.anyone();
  const accessList = [{ address: to, storageKeys: [keccak256(to)] }];
  const more = { gasPrice: toHex(5_000_000_000), ...(chain.random.chance(0.5) ? { accessList } : {}) };
  return chain.send({ to, value: 1n, more });
}

/** More than anybody has now and then, and nothing at all now and then. */
function amountOf(chain: StirredChain): bigint {
  if (chain.random.chance(0.1)) return 0n;
  return chain.random.chance(0.15) ? 10n ** 30n : BigInt(1 + chain.random.below(1_000));
}

function coinMove(chain: StirredChain): { to: Hex; data: Hex } {
  const coin = chain.random.pick(COINS);
  const data = chain.encode(coin, 'transfer', [chain.anywhere(), amountOf(chain)]);
  return { to: chain.contract(coin).address, data };
}

function moveCoin(chain: StirredChain) {
  // The first account has all of it in the beginning.
  const from = chain.random.chance(0.4) ? (chain.accounts[0] ?? chain.anyone()) : chain.anyone();
  return chain.send({ from, ...coinMove(chain) });
}

function moveForAnother(chain: StirredChain) {
  const coin = chain.random.pick(COINS);
  const to = chain.contract(coin).address;
  const other = chain.random.pick(chain.accounts.slice(0, 3));
  if (chain.random.chance(0.5)) {
    return chain.send({ from: other, to, data: chain.encode(coin, 'approve', [chain.anyone(), 10_000n]) });
  }
  const args = [other, chain.anywhere(), amountOf(chain)];
  return chain.send({ to, data: chain.encode(coin, 'transferFrom', args) });
}

function mintCoin(chain: StirredChain) {
  const coin = chain.random.pick(COINS);
  const [owner] = chain.accounts;
  const isOwner = chain.random.chance(0.7) && owner !== undefined;
  const data = chain.encode(coin, 'mint', [chain.anywhere(), amountOf(chain)]);
  return chain.send({ ...(isOwner ? { from: owner } : {}), to: chain.contract(coin).address, data });
}

/** The first tells of a deposit by a Transfer as well, the second does not. */
const WRAPPERS = ['WETH', 'Wrapped'] as const;

function wrap(chain: StirredChain) {
  const wrapper = chain.random.pick(WRAPPERS);
  const to = chain.contract(wrapper).address;
  const value = BigInt(chain.random.below(10_000));
  if (chain.random.chance(0.3)) return chain.send({ to, value });
  if (chain.random.chance(0.5)) return chain.send({ to, value, data: chain.encode(wrapper, 'deposit', []) });
  return chain.send({ to, data: chain.encode(wrapper, 'withdraw', [value]) });
}

function moveWrapped(chain: StirredChain) {
  const wrapper = chain.random.pick(WRAPPERS);
  const data = chain.encode(wrapper, 'transfer', [chain.anyone(), BigInt(chain.random.below(3_000))]);
  return chain.send({ to: chain.contract(wrapper).address, data });
}

const anyItem = (chain: StirredChain) =>
  chain.random.chance(0.1) ? BigInt(keccak256(toHex(chain.random.below(4)))) : BigInt(chain.random.below(ITEMS * 4));

function mintCard(chain: StirredChain) {
  const data = chain.encode('Card', 'mint', [chain.anywhere(), anyItem(chain)]);
  return chain.send({ to: chain.contract('Card').address, data });
}

async function ownedCard(chain: StirredChain): Promise<{ id: bigint; owner: Hex }> {
  const id = anyItem(chain);
  const word = await chain.read('Card', 'ownerOf', [id]);
  const owner: Hex = word === undefined ? zeroAddress : `0x${word.slice(26)}`;
  return { id, owner: chain.accounts.includes(owner) ? owner : chain.anyone() };
}

async function moveCard(chain: StirredChain) {
  const { id, owner } = await ownedCard(chain);
  const name = chain.random.chance(0.5) ? 'transferFrom' : 'safeTransferFrom';
  const data = chain.encode('Card', name, [owner, chain.anywhere(), id]);
  return chain.send({ from: owner, to: chain.contract('Card').address, data });
}

async function burnCard(chain: StirredChain) {
  const { id, owner } = await ownedCard(chain);
  return chain.send({ from: owner, to: chain.contract('Card').address, data: chain.encode('Card', 'burn', [id]) });
}

function mintArt(chain: StirredChain) {
  const data = chain.encode('Art', 'mint', [chain.anywhere(), BigInt(chain.random.below(500))]);
  return chain.send({ to: chain.contract('Art').address, data });
}

/** Ids, some of them twice, and amounts, some of them nothing; at times none at all. */
function pieces(chain: StirredChain): [bigint[], bigint[]] {
  const length = chain.random.below(6);
  return [
    Array.from({ length }, () => BigInt(chain.random.below(ITEMS))),
    Array.from({ length }, () => BigInt(chain.random.below(30))),
  ];
}

function mintPieces(chain: StirredChain) {
  if (chain.random.chance(0.3)) {
    const data = chain.encode('Items', 'mint', [chain.anyone(), BigInt(chain.random.below(ITEMS)), 9n]);
    return chain.send({ to: chain.contract('Items').address, data });
  }
  const data = chain.encode('Piece', 'mintBatch', [chain.anyone(), ...pieces(chain)]);
  return chain.send({ to: chain.contract('Piece').address, data });
}

function movePieces(chain: StirredChain) {
  const from = chain.anyone();
  const to = chain.contract('Piece').address;
  if (chain.random.chance(0.5)) {
    const args = [from, chain.anyone(), BigInt(chain.random.below(ITEMS)), BigInt(chain.random.below(9)), '0x'];
    return chain.send({ from, to, data: chain.encode('Piece', 'safeTransferFrom', args) });
  }
  const [ids, amounts] = pieces(chain);
  const few = amounts.map((amount) => amount % 3n);
  return chain.send({
    from,
    to,
    data: chain.encode('Piece', 'safeBatchTransferFrom', [from, chain.anyone(), ids, few, '0x']),
  });
}

function burnPieces(chain: StirredChain) {
  const from = chain.anyone();
  const args = [from, BigInt(chain.random.below(ITEMS)), BigInt(chain.random.below(6))];
  return chain.send({ from, to: chain.contract('Piece').address, data: chain.encode('Piece', 'burn', args) });
}

function create(chain: StirredChain) {
  if (chain.random.chance(0.5)) return chain.send({ data: chain.creation('Art', []) });
  return chain.send({ data: chain.creation('Coin', [`N${chain.random.below(100)}`, chain.random.below(20), 77n]) });
}

/** A creation that reverts, one that runs out of gas, and one of nothing. */
function createInVain(chain: StirredChain) {
  const data = chain.random.pick<Hex>(['0x60006000fd', '0x5b600056', '0x00']);
  return chain.send({ data, gas: 100_000 });
}

function spread(chain: StirredChain) {
  const to = Array.from({ length: 1 + chain.random.below(5) }, () => chain.anywhere());
  const value = BigInt(chain.random.below(10_000));
  return chain.send({ to: chain.contract('Stir').address, value, data: chain.encode('Stir', 'spread', [to]) });
}

function makeInside(chain: StirredChain) {
  const salt = pad(toHex(chain.random.below(1_000)));
  const value = BigInt(chain.random.below(1_000));
  return chain.send({ to: chain.contract('Stir').address, value, data: chain.encode('Stir', 'make', [salt]) });
}

/** Several calls of tokens in one transaction, by the contract, which may have none. */
function insideCalls(chain: StirredChain): [Hex[], Hex[]] {
  const calls = Array.from({ length: 1 + chain.random.below(6) }, () => {
    if (chain.random.chance(0.5)) return coinMove(chain);
    const data = chain.encode('Card', 'mint', [chain.anywhere(), anyItem(chain)]);
    return { to: chain.contract('Card').address, data };
  });
  return [calls.map(({ to }) => to), calls.map(({ data }) => data)];
}

function many(chain: StirredChain) {
  return chain.send({ to: chain.contract('Stir').address, data: chain.encode('Stir', 'all', insideCalls(chain)) });
}

function manyInVain(chain: StirredChain) {
  const data = chain.encode('Stir', 'allInVain', insideCalls(chain));
  return chain.send({ to: chain.contract('Stir').address, data });
}

/** Logs that look like those of tokens and lack something, or have too much. */
function logAnything(chain: StirredChain) {
  const [a, b] = [pad(chain.anyone()), pad(chain.anyone())];
  const word = pad(toHex(chain.random.below(50)));
  const [topics, data] = chain.random.pick<[Hex[], Hex]>([
    [[], '0x'],
    [[TRANSFER], word],
    [[TRANSFER, a], word],
    [[TRANSFER, a, b], '0x'],
    [[TRANSFER, a, b], '0x1234'],
    [[TRANSFER, keccak256(a), b], word],
    [[TRANSFER_SINGLE, a, a, b], word],
    [[TRANSFER_SINGLE, a, a], `${word}${word.slice(2)}`],
    [[TRANSFER_BATCH, a, a, b], `${pad('0x40')}${keccak256(a).slice(2)}`],
    [[TRANSFER_BATCH, a, a, b], '0x'],
    [[DEPOSIT, a], word],
    [[DEPOSIT, a, b], word],
  ]);
  return chain.send({ to: chain.contract('Stir').address, data: chain.encode('Stir', 'log', [topics, data]) });
}

function runOut(chain: StirredChain) {
  return chain.send({ ...coinMove(chain), gas: 25_000 });
}
