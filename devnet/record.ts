/** Makes the recorded chain: compiles the contracts, writes the scenario down and signs it. */
import type { Hex } from 'viem';
import { accountNames, accounts } from './accounts';
import { constantBlob } from './blob';
import { compileContracts } from './compile';
import type { RecordedChain } from './recorded-chain';
import { chainId } from './rules';
import { writeChain } from './scenario';

/** The recorded chain, and the text of its contracts' build output. Takes seconds, most of them in the compiler. */
export async function recordChain(
  cacheFolder: string,
  onProgress: (text: string) => void,
): Promise<{ chain: RecordedChain; buildOutput: string }> {
  onProgress('compiling the contracts');
  const compiled = await compileContracts(cacheFolder);
  onProgress('signing the transactions');
  const chain = { ...(await writeChain(compiled)), accounts: accountLabels(), refusedBlob: await signRefusedBlob() };
  return { chain, buildOutput: JSON.stringify(compiled.verified) };
}

function accountLabels(): RecordedChain['accounts'] {
  return Object.fromEntries(
    accountNames.map((name) => [accounts[name].address.toLowerCase(), name.charAt(0).toUpperCase() + name.slice(1)]),
  );
}

function signRefusedBlob(): Promise<Hex> {
  const { blob, commitment, versionedHash } = constantBlob('refused');
  return accounts.alice.signTransaction({
    type: 'eip4844',
    chainId,
    nonce: 0,
    gas: 21_000n,
    to: accounts.alice.address,
    maxFeePerGas: 3_000_000_000n,
    maxFeePerBlobGas: 1_000_000_000n,
    blobVersionedHashes: [versionedHash],
    sidecars: [{ blob, commitment, proof: commitment }],
  });
}
