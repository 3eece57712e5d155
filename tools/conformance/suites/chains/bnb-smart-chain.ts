/** Vectors of the precompiles of BNB Smart Chain (bnb-chain/bsc, core/vm/testdata/precompiles), under the rules of its forks. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, hexToBytes } from '../../../../src/core/chain/hex';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import { loadFamily } from '../../../../src/core/evm/families/load-family';
import { loadLibrary } from '../../../../src/core/evm/precompiles/libraries';
import { ethereumPrecompile } from '../../../../src/core/evm/precompiles/table';
import { type Check, judge } from '../../check';
import { readJson } from '../../data-files';
import type { CaseResult } from '../../suite';

type Vector = { Name: string; Input: string; Expected?: string; ExpectedError?: string; Gas?: number };

/** First second of Prague and of Osaka, and a price of secp256r1 (BEP-439) before it is Ethereum's. */
const PRAGUE = 1_742_436_600;
const OSAKA = 1_777_343_400;
const P256 = 0x100;
const BLS = 0x66;

export async function* cases(data: string): AsyncIterable<CaseResult> {
  const folder = join(data, 'bsc');
  if (!existsSync(folder)) return;
  await loadLibrary('p256');
  const vectors = (file: string) => readJson(join(folder, file)) as readonly Vector[];
  for (const vector of vectors('p256Verify.json')) {
    yield await judge(`bsc secp256r1 ${vector.Name}`, async (check) => {
      await checkVector(check, vector, P256, OSAKA, vector.Gas);
      await checkVector(check, vector, P256, PRAGUE, 3450);
    });
  }
  for (const file of ['blsSignatureVerify.json', 'fail-blsSignatureVerify.json'])
    for (const vector of vectors(file))
      yield await judge(`bsc signatures ${vector.Name}`, (check) => checkVector(check, vector, BLS, OSAKA, vector.Gas));
}

async function checkVector(
  check: Check,
  { Input, Expected, ExpectedError }: Vector,
  address: number,
  timestamp: number,
  gas: number | undefined,
): Promise<void> {
  const family = await loadFamily('bnbSmartChain');
  const rules = family.rulesAt({ id: 56 as NetworkId, name: 'BNB Smart Chain' }, { number: 50_000_000, timestamp });
  if (!rules.ok) throw new Error(rules.error);
  const contract = rules.value.protocol?.precompiles?.get(BigInt(address)) ?? ethereumPrecompile(address);
  const answer = contract.run(hexToBytes(`0x${Input}`), 1_000_000, rules.value.fork);
  check.equal('it succeeds', answer.ok, ExpectedError === undefined);
  if (!answer.ok) return;
  check.equal('the output', bytesToHex(answer.output), `0x${Expected}`);
  check.equal('the gas', answer.gas, gas);
}
