/** Collectibles: ERC-721 postcards that draw themselves, and ERC-1155 provisions. */
import { accounts } from '../accounts';
import type { ChainBuilder, Contract } from '../chain-builder';

export type Collectibles = { postcards: Contract; provisions: Contract };

export function deployCollectibles(chain: ChainBuilder): Collectibles {
  return { postcards: chain.deploy('Postcards'), provisions: chain.deploy('Provisions') };
}

/** The named transactions. Postcard 1 ends up with Bob, postcard 2 stays with Alice. */
export function showCollectibles(chain: ChainBuilder, { postcards, provisions }: Collectibles): void {
  const { alice, bob, carol } = accounts;
  chain.call('alice', postcards, 'mint', [alice.address, 'Greetings from block one hundred'], { name: 'erc721-mint' });
  chain.call('alice', postcards, 'transferFrom', [alice.address, bob.address, 1n], { name: 'erc721-transfer' });
  chain.call('alice', postcards, 'mint', [alice.address, 'Wish you were here']);
  chain.call('alice', postcards, 'safeTransferFrom', [alice.address, provisions.address, 2n], {
    name: 'erc721-refused',
  });
  chain.call('bob', provisions, 'mintBatch', [bob.address, [1n, 2n, 3n, 5n, 8n], [10n, 20n, 30n, 50n, 80n]], {
    name: 'erc1155-mint-batch',
  });
  chain.call('bob', provisions, 'safeTransferFrom', [bob.address, carol.address, 3n, 7n, '0x'], {
    name: 'erc1155-transfer',
  });
  chain.call('bob', provisions, 'setApprovalForAll', [carol.address, true]);
  chain.call(
    'carol',
    provisions,
    'safeBatchTransferFrom',
    [bob.address, alice.address, [1n, 5n, 8n], [1n, 25n, 8n], '0xc0ffee'],
    { name: 'erc1155-transfer-batch' },
  );
}
