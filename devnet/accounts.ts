/** The demo chain's people: the first ten accounts of the development mnemonic. */
import { bytesToHex } from 'viem';
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { mnemonic } from './rules';

const names = ['deployer', 'alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi', 'ivan'] as const;

export type AccountName = (typeof names)[number];

export const accountNames: readonly AccountName[] = names;

// Derived from their common parent, because each derivation from the mnemonic itself takes a tenth of a second.
const parent = mnemonicToAccount(mnemonic, { path: "m/44'/60'/0'/0" }).getHdKey();

/** The named account, able to sign. */
export const accounts = Object.fromEntries(
  names.map((name, index) => {
    const { privateKey } = parent.deriveChild(index);
    if (!privateKey) throw new Error(`No private key follows from the mnemonic for account ${index}.`);
    return [name, privateKeyToAccount(bytesToHex(privateKey))];
  }),
) as Record<AccountName, PrivateKeyAccount>;
