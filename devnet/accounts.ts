/** The demo chain's people: the ten accounts of the development mnemonic every local node knows. */
import { mnemonicToAccount } from 'viem/accounts';

export const mnemonic = 'test test test test test test test test test test test junk';

const names = ['deployer', 'alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi', 'ivan'] as const;

export type AccountName = (typeof names)[number];

export const accountNames: readonly AccountName[] = names;

/** The named account, able to sign. */
export const accounts = Object.fromEntries(
  names.map((name, addressIndex) => [name, mnemonicToAccount(mnemonic, { addressIndex })]),
) as Record<AccountName, ReturnType<typeof mnemonicToAccount>>;
