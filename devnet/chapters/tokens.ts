/** Tokens: three ordinary ones, wrapped ether, and some with unpleasant names. */
import { type Hex, maxUint256, parseSignature, stringToHex } from 'viem';
import { type AccountName, accounts } from '../accounts';
import type { ChainBuilder, Contract } from '../chain-builder';
import { chainId, genesisTimestamp } from '../rules';

export const ether = 10n ** 18n;
const dollar = 10n ** 6n;

export const people = ['alice', 'bob', 'carol', 'dave', 'erin'] as const satisfies readonly AccountName[];

export type Tokens = { maple: Contract; juniper: Contract; dollar: Contract; weth: Contract };

/** Deploys the tokens and gives everybody some of each. */
export function deployTokens(chain: ChainBuilder): Tokens {
  const tokens = {
    maple: chain.deploy('DemoToken', ['Maple', 'MPL', 18], { label: 'Maple' }),
    juniper: chain.deploy('DemoToken', ['Juniper', 'JNP', 18], { label: 'Juniper' }),
    dollar: chain.deploy('DemoToken', ['Demo Dollar', 'DUSD', 6], { label: 'DemoDollar' }),
    weth: chain.deploy('WrappedEther'),
  };
  chain.call('deployer', tokens.maple, 'mint', [accounts.alice.address, 100_000n * ether], { name: 'erc20-mint' });
  for (const person of people) {
    chain.together(() => {
      const { address } = accounts[person];
      if (person !== 'alice') chain.call('deployer', tokens.maple, 'mint', [address, 100_000n * ether]);
      chain.call('deployer', tokens.juniper, 'mint', [address, 250_000n * ether]);
      chain.call('deployer', tokens.dollar, 'mint', [address, 1_000_000n * dollar]);
    });
  }
  return tokens;
}

/** The named token transactions. */
export async function showTokens(chain: ChainBuilder, { maple, juniper, dollar: dusd, weth }: Tokens): Promise<void> {
  const { bob, carol, dave } = accounts;
  chain.send('alice', { to: bob.address, value: ether / 4n, name: 'ether-transfer' });
  chain.send('bob', { to: carol.address, value: ether / 10n, type: 'legacy', name: 'legacy' });
  chain.send('carol', {
    to: dave.address,
    value: 1n,
    data: stringToHex('Lunch at noon? Bring the maple syrup.'),
    gas: 30_000n,
    name: 'text-message',
  });
  chain.call('alice', maple, 'transfer', [bob.address, 42n * ether], { name: 'erc20-transfer' });
  chain.call('alice', juniper, 'approve', [bob.address, maxUint256], { name: 'erc20-approve' });
  chain.call('bob', juniper, 'transferFrom', [accounts.alice.address, carol.address, 1_250n * ether], {
    name: 'erc20-transfer-from',
  });
  chain.call('dave', dusd, 'burn', [1_000n * dollar], { name: 'erc20-burn' });
  chain.call('erin', maple, 'transfer', [bob.address, 5_000_000n * ether], { name: 'erc20-insufficient-balance' });
  await bringPermit(chain, maple);
  const forty = Array.from({ length: 40 }, (_, index) => `0x${(0xfeed0000 + index).toString(16).padStart(40, '0')}`);
  chain.call('alice', dusd, 'airdrop', [forty, forty.map((_, index) => BigInt(index + 1) * dollar)], {
    gas: 3_000_000n,
    name: 'erc20-airdrop',
  });
  chain.call('carol', weth, 'deposit', [], { value: 25n * ether, name: 'wrap-ether' });
  chain.call('carol', weth, 'withdraw', [5n * ether], { name: 'unwrap-ether' });
}

/** Deploys the tokens with unpleasant names; one transfer of each is named. */
export function showHostileTokens(chain: ChainBuilder): void {
  const to = accounts.heidi.address;
  const markup = chain.deploy('HostileToken', ['<img src=x onerror="alert(1)"><b>Free</b>', '</script>'], {
    label: 'MarkupToken',
  });
  chain.call('deployer', markup, 'transfer', [to, ether], { name: 'hostile-token' });
  const bidi = chain.deploy('HostileToken', ['Official \u202eneloT\u202c Token\u2066\u200b', '\u202eDSU'], {
    label: 'BidiToken',
  });
  chain.call('deployer', bidi, 'transfer', [to, ether], { name: 'bidi-token' });
  const loud = chain.deploy('LoudToken');
  chain.call('deployer', loud, 'transfer', [to, ether], { name: 'loud-token' });
  const bytes32 = chain.deploy('Bytes32Token');
  chain.call('deployer', bytes32, 'transfer', [to, ether], { name: 'bytes32-token' });
}

async function bringPermit(chain: ChainBuilder, token: Contract): Promise<void> {
  const owner = accounts.carol.address;
  const spender = accounts.dave.address;
  const deadline = BigInt(genesisTimestamp + 30 * 86_400);
  const signature = await accounts.carol.signTypedData({
    domain: { name: 'Maple', version: '1', chainId, verifyingContract: token.address },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner, spender, value: 500n * ether, nonce: 0n, deadline },
  });
  const { r, s, yParity } = parseSignature(signature as Hex);
  chain.call('dave', token, 'permit', [owner, spender, 500n * ether, deadline, 27 + yParity, r, s], {
    name: 'erc20-permit',
  });
}
