/** Wallets and storage: multisig, set-code, blob, console.log, structs. */
import { padHex, stringToHex } from 'viem';
import { accounts } from '../accounts';
import { type ChainBuilder, type Contract, encode } from '../chain-builder';
import { ether, type Tokens } from './tokens';

export function showMultisig(chain: ChainBuilder, tokens: Tokens): void {
  const owners = [accounts.alice.address, accounts.bob.address, accounts.carol.address];
  const multisig = chain.deploy('Multisig', [owners, 2]);
  chain.send('grace', { to: multisig.address, value: 10n * ether, gas: 30_000n });
  chain.call('grace', tokens.weth, 'deposit', [], { value: 5n * ether });
  chain.call('grace', tokens.weth, 'transfer', [multisig.address, 5n * ether]);
  const payment = encode(tokens.weth, 'transfer', [accounts.ivan.address, 2n * ether]);
  chain.call('alice', multisig, 'propose', [tokens.weth.address, 0n, payment], {
    gas: 500_000n,
    name: 'multisig-propose',
  });
  chain.call('alice', multisig, 'execute', [0n], { name: 'multisig-too-early' });
  chain.call('bob', multisig, 'confirm', [0n]);
  chain.call('bob', multisig, 'execute', [0n], { name: 'multisig-execute' });
  const tooMuch = encode(tokens.weth, 'transfer', [accounts.ivan.address, 900n * ether]);
  chain.call('bob', multisig, 'propose', [tokens.weth.address, 0n, tooMuch], { gas: 500_000n });
  chain.call('carol', multisig, 'confirm', [1n]);
  chain.call('carol', multisig, 'execute', [1n], { name: 'multisig-call-failed' });
}

/** Frank's account delegates to the wallet contract and pays three people at once. */
export function showSetCode(chain: ChainBuilder, tokens: Tokens): void {
  const wallet = chain.deploy('SmartWallet');
  chain.call('alice', tokens.maple, 'transfer', [accounts.frank.address, 100n * ether]);
  const calls = [
    {
      target: tokens.maple.address,
      value: 0n,
      data: encode(tokens.maple, 'transfer', [accounts.heidi.address, ether]),
    },
    { target: tokens.weth.address, value: ether, data: encode(tokens.weth, 'deposit') },
    { target: accounts.ivan.address, value: ether / 2n, data: '0x' as const },
  ];
  chain.send('frank', {
    type: 'eip7702',
    delegateTo: wallet.address,
    to: accounts.frank.address,
    data: encode(wallet, 'executeBatch', [calls]),
    gas: 400_000n,
    name: 'set-code',
  });
}

export function sendBlob(chain: ChainBuilder): void {
  chain.send('grace', {
    type: 'eip4844',
    to: accounts.heidi.address,
    data: stringToHex('See the blob.'),
    gas: 30_000n,
    blobText: 'A blob says this 4,096 times.',
    name: 'blob',
  });
}

export type Notebooks = { diary: Contract; directory: Contract };

export function deployNotebooks(chain: ChainBuilder): Notebooks {
  return { diary: chain.deploy('Diary'), directory: chain.deploy('Directory') };
}

export function showNotebooks(chain: ChainBuilder, { diary, directory }: Notebooks): void {
  chain.call('heidi', diary, 'write', ['Dear diary, today I looked at a trace and saw every step of it.'], {
    gas: 500_000n,
    name: 'console-log',
  });
  const person = {
    id: padHex('0x1d', { size: 32 }),
    name: 'Heidi',
    rank: 2,
    active: true,
    joinedAt: 1_772_000_000,
    balance: -1_500n,
    home: { street: '1 Long Street With A Name Beyond Thirty-One Bytes', postcode: 7260, country: '0x4348' },
    scores: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2],
  };
  chain.call('heidi', directory, 'join', [person], { gas: 800_000n, name: 'directory-join' });
  chain.call('heidi', directory, 'vote', [stringToHex('lunch', { size: 32 }), [3n, 1n, 2n]], {
    name: 'anonymous-event',
  });
  chain.call('heidi', directory, 'setNote', [stringToHex('short')]);
  chain.call(
    'heidi',
    directory,
    'setNote',
    [stringToHex('A note that needs more than the one slot of storage it had.')],
    {
      name: 'long-bytes',
    },
  );
}
