/** Tokens of OpenZeppelin and solmate. */
import { type Hex, keccak256, toHex } from 'viem';
import type { Cast } from '../cast';
import type { Contract, Scribe } from '../scribe';

const UNIT = 10n ** 18n;
const OZ = '@openzeppelin/contracts';

export type Tokens = { alf: Contract; busd: Contract; gam: Contract; art: Contract; items: Contract; weth: Contract };

export async function playTokens(scribe: Scribe, cast: Cast, lab: Contract): Promise<Tokens> {
  const coin = (key: string, symbol: string, places: number, supply: bigint) =>
    scribe.deploy(key, 'Coin', [symbol, places, supply], {
      symbol,
      state: (deployed) => [{ of: deployed, path: '_totalSupply', get: 'totalSupply' }],
    });
  const alf = await coin('alf', 'ALF', 18, 1_000_000n * UNIT);
  const busd = await coin('busd', 'BUSD6', 6, 5_000_000n * 1_000_000n);
  const gam = await coin('gam', 'GAM', 18, 300_000n * UNIT);
  await fungible(scribe, cast, alf);
  const art = await scribe.deploy('art', 'Art', [], { symbol: 'ART' });
  const items = await scribe.deploy('items', 'Items');
  await collectibles(scribe, cast, art, items, lab);
  await roles(scribe, cast);
  const weth = await scribe.deploy('weth', 'WETH', [], { symbol: 'WETH' });
  await solmate(scribe, cast, weth);
  return { alf, busd, gam, art, items, weth };
}

async function fungible(scribe: Scribe, { deployer, alice, bob }: Cast, alf: Contract): Promise<void> {
  const balance = (of: Hex) => ({ of: alf, path: `_balances[${of}]`, get: 'balanceOf', args: [of] });
  await scribe.send({
    name: 'ERC-20 transfer',
    call: [alf, 'transfer', [alice, 1_000n * UNIT]],
    calls: 'alf.transfer',
    state: [balance(deployer), balance(alice)],
  });
  await scribe.send({
    name: 'ERC-20 approve',
    from: alice,
    call: [alf, 'approve', [bob, 50n * UNIT]],
    calls: 'alf.approve',
    state: [{ of: alf, path: `_allowances[${alice}][${bob}]`, get: 'allowance', args: [alice, bob] }],
  });
  await scribe.send({
    name: 'ERC-20 transferFrom',
    from: bob,
    call: [alf, 'transferFrom', [alice, bob, 20n * UNIT]],
    calls: 'alf.transferFrom',
    state: [balance(alice), balance(bob)],
  });
  const at = (method: string, text: string) => ({ function: method, file: `${OZ}/token/ERC20/ERC20.sol`, text });
  await scribe.send({
    name: 'ERC-20 transfer of too much',
    from: bob,
    call: [alf, 'transfer', [alice, 21n * UNIT]],
    calls: 'alf.transfer',
    fails: {
      ends: { error: 'ERC20InsufficientBalance', args: [bob, 20n * UNIT, 21n * UNIT] },
      at: at('_update', 'revert ERC20InsufficientBalance('),
    },
  });
  await scribe.send({
    name: 'ERC-20 transferFrom of too much',
    from: bob,
    call: [alf, 'transferFrom', [alice, bob, 31n * UNIT]],
    calls: 'alf.transferFrom',
    fails: {
      ends: { error: 'ERC20InsufficientAllowance', args: [bob, 30n * UNIT, 31n * UNIT] },
      at: at('_spendAllowance', 'revert ERC20InsufficientAllowance('),
    },
  });
  await scribe.send({
    name: 'onlyOwner',
    from: alice,
    call: [alf, 'mint', [alice, 1n]],
    calls: 'alf.mint',
    fails: {
      ends: { error: 'OwnableUnauthorizedAccount', args: [alice] },
      at: {
        function: '_checkOwner',
        file: `${OZ}/access/Ownable.sol`,
        text: 'revert OwnableUnauthorizedAccount(_msgSender())',
      },
    },
  });
}

async function collectibles(
  scribe: Scribe,
  { alice, bob }: Cast,
  art: Contract,
  items: Contract,
  lab: Contract,
): Promise<void> {
  await scribe.send({
    name: 'ERC-721 mint',
    call: [art, 'mint', [alice, 7n]],
    calls: 'art.mint',
    state: [{ of: art, path: `_balances[${alice}]`, get: 'balanceOf', args: [alice] }],
  });
  await scribe.send({
    name: 'ERC-721 safeTransferFrom',
    from: alice,
    call: [art, 'safeTransferFrom', [alice, bob, 7n]],
    calls: 'art.safeTransferFrom',
  });
  await scribe.send({
    name: 'ERC-721 to a contract that takes none',
    from: bob,
    call: [art, 'safeTransferFrom', [bob, lab.address, 7n]],
    calls: 'art.safeTransferFrom lab.onERC721Received',
    fails: { ends: { error: 'ERC721InvalidReceiver', args: [lab.address] } },
  });
  await scribe.send({
    name: 'ERC-721 that does not exist',
    from: alice,
    call: [art, 'transferFrom', [alice, bob, 8n]],
    calls: 'art.transferFrom',
    fails: {
      ends: { error: 'ERC721NonexistentToken', args: [8n] },
      at: {
        function: '_checkAuthorized',
        file: `${OZ}/token/ERC721/ERC721.sol`,
        text: 'revert ERC721NonexistentToken(tokenId)',
        within: 'function _checkAuthorized(',
      },
    },
  });
  await scribe.send({ name: 'ERC-1155 mint', call: [items, 'mint', [alice, 1n, 5n]], calls: 'items.mint' });
  await scribe.send({
    name: 'ERC-1155 batch mint',
    call: [items, 'mintBatch', [alice, [2n, 3n], [6n, 7n]]],
    calls: 'items.mintBatch',
  });
  await scribe.send({
    name: 'ERC-1155 transfer',
    from: alice,
    call: [items, 'safeTransferFrom', [alice, bob, 1n, 2n, '0x']],
    calls: 'items.safeTransferFrom',
    state: [
      { of: items, path: `_balances[1][${alice}]`, get: 'balanceOf', args: [alice, 1n] },
      { of: items, path: `_balances[1][${bob}]`, get: 'balanceOf', args: [bob, 1n] },
    ],
  });
  await scribe.send({
    name: 'ERC-1155 without approval',
    from: bob,
    call: [items, 'safeTransferFrom', [alice, bob, 1n, 1n, '0x']],
    calls: 'items.safeTransferFrom',
    fails: {
      ends: { error: 'ERC1155MissingApprovalForAll', args: [bob, alice] },
      at: {
        function: 'safeTransferFrom',
        file: `${OZ}/token/ERC1155/ERC1155.sol`,
        text: 'revert ERC1155MissingApprovalForAll(sender, from)',
        within: 'function safeTransferFrom(',
      },
    },
  });
}

async function roles(scribe: Scribe, { alice }: Cast): Promise<void> {
  const vault = await scribe.deploy('vault', 'Vault');
  const keeper = keccak256(toHex('KEEPER'));
  await scribe.send({
    name: 'role missing',
    from: alice,
    call: [vault, 'keep', [5n]],
    calls: 'vault.keep',
    fails: {
      ends: { error: 'AccessControlUnauthorizedAccount', args: [alice, keeper] },
      at: {
        function: '_checkRole',
        file: `${OZ}/access/AccessControl.sol`,
        text: 'revert AccessControlUnauthorizedAccount(account, role)',
      },
    },
  });
  await scribe.send({
    name: 'role granted',
    call: [vault, 'grantRole', [keeper, alice]],
    calls: 'vault.grantRole',
    state: [{ of: vault, path: `_roles[${keeper}].hasRole[${alice}]`, get: 'hasRole', args: [keeper, alice] }],
  });
  await scribe.send({
    name: 'role used',
    from: alice,
    call: [vault, 'keep', [5n]],
    calls: 'vault.keep',
    state: [{ of: vault, path: 'kept', get: 'kept' }],
  });
}

async function solmate(scribe: Scribe, { alice, bob }: Cast, weth: Contract): Promise<void> {
  const held = (of: Contract, who: Hex) => ({ of, path: `balanceOf[${who}]`, get: 'balanceOf', args: [who] });
  await scribe.send({
    name: 'WETH deposit',
    from: alice,
    value: 3n * UNIT,
    call: [weth, 'deposit'],
    calls: 'weth.deposit',
    state: [held(weth, alice), { of: weth, path: 'totalSupply', get: 'totalSupply' }],
  });
  await scribe.send({
    name: 'WETH withdraw',
    from: alice,
    call: [weth, 'withdraw', [UNIT]],
    calls: `weth.withdraw ${alice}.`,
    state: [held(weth, alice)],
  });
  await scribe.send({
    name: 'solmate transfer of too much',
    from: bob,
    call: [weth, 'transfer', [alice, 1n]],
    calls: 'weth.transfer',
    fails: {
      ends: { panic: 0x11 },
      at: {
        function: 'transfer',
        file: 'solmate/src/tokens/ERC20.sol',
        text: 'balanceOf[msg.sender] -= amount;',
        within: 'function transfer(address to',
      },
    },
  });
  const plain = await scribe.deploy('plain', 'Plain', [], { symbol: 'PLN' });
  const shares = await scribe.deploy('shares', 'Shares', [plain.address], { symbol: 'sPLN' });
  await scribe.send({
    name: 'solmate mint',
    call: [plain, 'mint', [alice, 100n]],
    calls: 'plain.mint',
    state: [held(plain, alice)],
  });
  await scribe.send({
    name: 'solmate approve',
    from: alice,
    call: [plain, 'approve', [shares.address, 60n]],
    calls: 'plain.approve',
  });
  await scribe.send({
    name: 'ERC-4626 deposit',
    from: alice,
    call: [shares, 'deposit', [40n, bob]],
    state: [held(plain, alice), held(plain, shares.address), held(shares, bob)],
  });
  await scribe.send({
    name: 'ERC-4626 deposit of too much',
    from: alice,
    call: [shares, 'deposit', [41n, bob]],
    fails: { ends: { reason: 'TRANSFER_FROM_FAILED' }, cause: { panic: 0x11 } },
  });
  await scribe.send({
    name: 'ERC-4626 withdraw',
    from: bob,
    call: [shares, 'withdraw', [10n, alice, bob]],
    state: [held(shares, bob), held(plain, alice)],
  });
}
