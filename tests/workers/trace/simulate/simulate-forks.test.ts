/** Simulation runs by the rules of the node's fork: what instructions of single forks say, against eth_call. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Address, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';

const [ALICE] = ANVIL_ACCOUNTS as unknown as [Address];
const CODE_AT = `0x${'0c'.repeat(20)}` as Address;
const FORKS = ['istanbul', 'berlin', 'london', 'paris', 'shanghai', 'cancun', 'prague', 'osaka', 'bpo1'];

/** Programs that return a word, or fail before the fork of their instruction: with the first fork that runs them. */
const PROGRAMS: readonly [string, Hex, string][] = [
  ['CHAINID (EIP-1344)', '0x4660005260206000f3', 'istanbul'],
  ['BASEFEE (EIP-3198)', '0x4860005260206000f3', 'london'],
  ['PUSH0 (EIP-3855)', '0x5f60005260206000f3', 'shanghai'],
  ['MCOPY (EIP-5656)', '0x60016000526020600060205e60206020f3', 'cancun'],
  ['TLOAD (EIP-1153)', '0x60005c60005260206000f3', 'cancun'],
  ['BLOBBASEFEE (EIP-7516)', '0x4a60005260206000f3', 'cancun'],
  ['CLZ (EIP-7939)', '0x60011e60005260206000f3', 'osaka'],
];

describe.each(FORKS)('a development chain at %s', (hardfork) => {
  let anvil: Anvil;
  beforeAll(async () => {
    anvil = await startAnvil({ args: ['--hardfork', hardfork] });
  });
  afterAll(() => anvil?.stop());
  afterEach(forgetAll);

  test.each(PROGRAMS)('%s', async (_name, code, since) => {
    const call = [{ from: ALICE, to: CODE_AT, gas: '0x30d40' }, 'latest', { [CODE_AT]: { code } }];
    const theirs = await anvil.call<Hex>('eth_call', call).then(
      (output) => ({ success: true, output }),
      () => ({ success: false, output: '0x' }),
    );
    expect(theirs.success).toBe(FORKS.indexOf(hardfork) >= FORKS.indexOf(since));
    const { engine } = await startEngine([anvil.url]);
    const ours = await engine.trace.simulate(newJob(), {
      networkId: 31337 as NetworkId,
      at: 'latest',
      transaction: { from: ALICE, to: CODE_AT, gas: 200_000 },
      accounts: { [CODE_AT]: { code } },
    });
    if (!ours.ok) throw new Error(ours.error.message);
    expect({ success: ours.value.success, output: ours.value.output }).toEqual(theirs);
  });
});
