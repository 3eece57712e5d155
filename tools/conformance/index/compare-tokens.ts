/** Tokens, balances, holders and items: what the index has beside what contracts say. */
import { encodeFunctionData, type Hex, hexToString, parseAbi } from 'viem';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { readHeldItems, readHoldings } from '../../../src/db/chain-index/holdings';
import { countHolders, readHolders } from '../../../src/db/chain-index/token-balances';
import { countItems, readInventory } from '../../../src/db/chain-index/token-items';
import { readTokens } from '../../../src/db/contracts/tokens';
import { Differences, textOf, whole } from './differences';
import type { Item, KnownChain } from './known-chain';

const TOKEN_ABI = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
]);
const ITEM_ABI = parseAbi(['function balanceOf(address, uint256) view returns (uint256)']);
/** Rows of a page, small, so that lists have many pages. */
const PAGE = 7;

export async function words(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  const tokens = [...chain.tokens];
  const known = await readTokens(
    networkId,
    tokens.map(([address]) => address as Address),
  );
  const ask = (functionName: 'symbol' | 'decimals') =>
    chain.reading.call(tokens.map(([to]) => ({ to, data: encodeFunctionData({ abi: TOKEN_ABI, functionName }) })));
  const [symbols, decimals] = [await ask('symbol'), await ask('decimals')];
  tokens.forEach(([address, standard], at) => {
    const token = known.get(address as Address);
    differences.same(`standard of ${address}`, token?.standard, standard);
    differences.same(`symbol of ${address}`, token?.symbol, textAnswer(symbols[at]));
    const places = decimals[at];
    const expected = standard === 'ERC-20' && places !== undefined ? Number(places) : undefined;
    differences.same(`decimals of ${address}`, token?.decimals, expected);
  });
  return differences;
}

/** Compares the balances of every address in every ERC-20 and ERC-721, as its holdings and among the holders. */
export async function balances(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  const tokens = [...chain.tokens].filter(([, standard]) => standard !== 'ERC-1155').map(([token]) => token);
  for (const address of chain.addresses) {
    const { tokens: held } = await readHoldings(networkId, address as Address);
    const amounts = new Map(held.map(({ token, amount }) => [token as Hex, amount]));
    const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf', args: [address] });
    const answers = await chain.reading.call(tokens.map((to) => ({ to, data })));
    tokens.forEach((token, at) => {
      differences.same(`${token} of ${address}`, amounts.get(token) ?? 0n, BigInt(answers[at] ?? -1));
    });
  }
  return differences;
}

export async function itemBalances(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  const items = chain.itemsOf('ERC-1155');
  for (const address of chain.addresses) {
    const { items: held } = await readHeldItems(networkId, address as Address, 10_000);
    const amounts = new Map(held.map(({ token, tokenId, amount }) => [`${token} ${tokenId}`, amount]));
    const answers = await chain.reading.call(
      items.map(({ token, tokenId }) => ({
        to: token,
        data: encodeFunctionData({ abi: ITEM_ABI, functionName: 'balanceOf', args: [address, tokenId] }),
      })),
    );
    items.forEach(({ token, tokenId }, at) => {
      differences.same(
        `${token} ${tokenId} of ${address}`,
        amounts.get(`${token} ${tokenId}`) ?? 0n,
        BigInt(answers[at] ?? -1),
      );
    });
  }
  return differences;
}

export async function owners(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  const items = chain.itemsOf('ERC-721');
  const answers = await ownersOf(chain, items);
  for (const [at, { token, tokenId }] of items.entries()) {
    const { rows } = await readHolders(networkId, token as Address, { limit: 10, tokenId });
    const owner = answers[at];
    differences.list(
      `owner of ${token} ${tokenId}`,
      rows.map(({ address }) => address),
      owner === undefined ? [] : [owner],
    );
  }
  return differences;
}

/** Holders are those whom the contract gives a balance, the greatest first, and as many are counted. */
export async function holders(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  for (const [token, standard] of chain.tokens) {
    if (standard === 'ERC-1155') continue;
    const answers = await chain.reading.call(
      chain.addresses.map((address) => ({
        to: token,
        data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf', args: [address] }),
      })),
    );
    const expected = chain.addresses
      .map((address, at) => ({ address, amount: BigInt(answers[at] ?? 0) }))
      .filter(({ amount }) => amount > 0n);
    const found = await whole((cursor) => readHolders(networkId, token as Address, { cursor, limit: PAGE }));
    const amounts = found.map(({ amount }) => amount);
    differences.list(
      `order of holders of ${token}`,
      amounts.map(String),
      amounts.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)).map(String),
    );
    differences.list(`holders of ${token}`, found.map(textOf).toSorted(), expected.map(textOf).toSorted());
    differences.same(`number of holders of ${token}`, await countHolders(networkId, token as Address), expected.length);
  }
  return differences;
}

export async function inventories(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  for (const [token, standard] of chain.tokens) {
    if (standard === 'ERC-20') continue;
    const all = chain.items.filter((item) => item.token === token);
    const owners = standard === 'ERC-721' ? await ownersOf(chain, all) : await itemOwners(chain, all);
    const expected = all
      .filter((_, at) => owners[at] !== undefined)
      .map(({ tokenId }) => tokenId)
      .toSorted((a, b) => (a < b ? -1 : 1));
    const found = await whole((cursor) => readInventory(networkId, token as Address, { cursor, limit: PAGE }));
    differences.list(
      `inventory of ${token}`,
      found.map(({ tokenId }) => String(tokenId)),
      expected.map(String),
    );
    differences.same(
      `size of the inventory of ${token}`,
      await countItems(networkId, token as Address),
      expected.length,
    );
  }
  return differences;
}

async function ownersOf(chain: KnownChain, items: readonly Item[]): Promise<readonly (Hex | undefined)[]> {
  const answers = await chain.reading.call(
    items.map(({ token, tokenId }) => ({
      to: token,
      data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'ownerOf', args: [tokenId] }),
    })),
  );
  return answers.map((word): Hex | undefined => (word === undefined ? undefined : `0x${word.slice(26)}`));
}

/** One of those who have some of an ERC-1155 item; undefined where nobody has. */
async function itemOwners(chain: KnownChain, items: readonly Item[]): Promise<readonly (Hex | undefined)[]> {
  const owners: (Hex | undefined)[] = [];
  for (const { token, tokenId } of items) {
    const answers = await chain.reading.call(
      chain.addresses.map((address) => ({
        to: token,
        data: encodeFunctionData({ abi: ITEM_ABI, functionName: 'balanceOf', args: [address, tokenId] }),
      })),
    );
    owners.push(chain.addresses.find((_, at) => BigInt(answers[at] ?? 0) > 0n));
  }
  return owners;
}

function textAnswer(data: Hex | undefined): string | undefined {
  if (data === undefined || data.length < 194) return undefined;
  const length = Number(BigInt(`0x${data.slice(66, 130)}`));
  return hexToString(`0x${data.slice(130, 130 + 2 * length)}`);
}
