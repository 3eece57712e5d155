import { describe, expect, test } from 'vitest';
import type { Hash, NetworkId } from '../../../../src/core/chain/primitives';
import type { RuledBlock } from '../../../../src/core/evm/families/family';
import { loadFamily } from '../../../../src/core/evm/families/load-family';
import {
  chainRules,
  forkNamed,
  irregularity,
  refusedType,
  type StatedRules,
} from '../../../../src/core/evm/rules/chain-rules';
import { Fork } from '../../../../src/core/evm/rules/forks';

const nameOf = (fork: Fork) => Object.entries(Fork).find(([, value]) => value === fork)?.[0];

/** `fork/blobs per block at most`, or the refusal. */
function rulesOf(id: number, block: Partial<RuledBlock>, name = `Chain ${id}`, stated?: StatedRules): string {
  const rules = chainRules({ id: id as NetworkId, name }, { timestamp: 0, ...block }, stated);
  return rules.ok ? `${nameOf(rules.value.fork)}/${rules.value.blobs.max}` : rules.error;
}

const WORD = `0x${'11'.repeat(32)}` as Hash;

describe('rules of a block', () => {
  test('mainnet before Paris goes by block number', () => {
    const at = (number: number) => rulesOf(1, { number, timestamp: 1_600_000_000 }).split('/')[0];
    const firsts: [number, string][] = [
      [1_150_000, 'homestead'],
      [2_463_000, 'tangerineWhistle'],
      [2_675_000, 'spuriousDragon'],
      [4_370_000, 'byzantium'],
      [7_280_000, 'petersburg'],
      [9_069_000, 'istanbul'],
      [12_244_000, 'berlin'],
      [12_965_000, 'london'],
      [15_537_394, 'paris'],
    ];
    let before = 'frontier';
    for (const [number, fork] of firsts) {
      expect(at(number - 1)).toBe(before);
      expect(at(number)).toBe(fork);
      before = fork;
    }
  });

  test.each([
    [1, [1_681_338_455, 1_710_338_135, 1_746_612_311, 1_764_798_551, 1_765_290_071, 1_767_747_671]],
    [11155111, [1_677_557_088, 1_706_655_072, 1_741_159_776, 1_760_427_360, 1_761_017_184, 1_761_607_008]],
    [17000, [1_696_000_704, 1_707_305_664, 1_740_434_112, 1_759_308_480, 1_759_800_000, 1_760_389_824]],
  ])('chain %i since Paris goes by time, blobs included', (id, times) => {
    const expected = ['shanghai/6', 'cancun/6', 'prague/9', 'osaka/9', 'osaka/15', 'osaka/21'];
    let before = 'paris/6';
    for (const [i, timestamp] of times.entries()) {
      const block = { number: 20_000_000, difficulty: 0n };
      expect(rulesOf(id, { ...block, timestamp: timestamp - 1 })).toBe(before);
      expect(rulesOf(id, { ...block, timestamp })).toBe(expected[i]);
      before = expected[i] as string;
    }
  });

  test('Hoodi began with Cancun, Sepolia merged where its difficulty ends', () => {
    expect(rulesOf(560048, { number: 1, timestamp: 1_742_213_400 })).toBe('cancun/6');
    expect(rulesOf(560048, { number: 1, timestamp: 1_762_955_544 })).toBe('osaka/21');
    expect(rulesOf(11155111, { number: 1_450_408, difficulty: 1n, timestamp: 1_655_000_000 })).toBe('london/6');
    expect(rulesOf(11155111, { number: 1_450_409, difficulty: 0n, timestamp: 1_655_000_000 })).toBe('paris/6');
  });

  test('development chains show their rules in the header', () => {
    expect(rulesOf(31337, {})).toBe('berlin/6');
    expect(rulesOf(31337, { baseFeePerGas: 1n, difficulty: 131072n })).toBe('london/6');
    expect(rulesOf(31337, { baseFeePerGas: 1n, difficulty: 0n })).toBe('paris/6');
    expect(rulesOf(1337, { baseFeePerGas: 1n, withdrawals: [] })).toBe('shanghai/6');
    expect(rulesOf(1337, { baseFeePerGas: 1n, withdrawals: [], excessBlobGas: 0 })).toBe('cancun/6');
    expect(rulesOf(31337, { withdrawals: [], parentBeaconBlockRoot: WORD, requestsHash: WORD })).toBe('prague/9');
  });

  test('a development node’s own word counts for the blocks it made', () => {
    const statedBy = (fork: Fork, block: Partial<RuledBlock>, id = 31337) =>
      rulesOf(id, block, 'Dev', { isDevelopment: true, hardfork: 'its own', fork, since: 50 });
    const pectra = { number: 50, withdrawals: [], parentBeaconBlockRoot: WORD, requestsHash: WORD };
    expect(statedBy(Fork.osaka, pectra)).toBe('osaka/9');
    expect(statedBy(Fork.prague, pectra)).toBe('prague/9');
    expect(statedBy(Fork.istanbul, pectra)).toBe('istanbul/9');
    // A block of the chain that was forked, older than the node's own.
    expect(statedBy(Fork.osaka, { number: 49, baseFeePerGas: 1n, withdrawals: [] })).toBe('shanghai/6');
    // Whatever chain id the node was given.
    expect(statedBy(Fork.osaka, pectra, 424242)).toBe('osaka/9');
    expect(rulesOf(31337, pectra, 'Dev', { isDevelopment: true, hardfork: 'Amsterdam' })).toBe(
      'The node of Dev runs Amsterdam, by its own rules.',
    );
    // A public chain's id too, for its own blocks; those of the chain that was forked go by the schedule.
    const own = { ...pectra, timestamp: 1_764_798_551 };
    expect(statedBy(Fork.prague, own, 1)).toBe('prague/9');
    expect(statedBy(Fork.prague, { ...own, number: 49 }, 1)).toBe('osaka/9');
    expect(rulesOf(1, own, 'Dev', { isDevelopment: true })).toBe('prague/9');
    // A node that is not for development goes by the schedule, whatever it says.
    expect(rulesOf(1, own, 'Mainnet', { isDevelopment: false, fork: Fork.frontier })).toBe('osaka/9');
  });

  test('forks are known by the names nodes give them', () => {
    expect(['Osaka', 'PRAGUE', 'Merge', 'GrayGlacier', 'Spurious Dragon', 'Bpo1', 'Amsterdam'].map(forkNamed)).toEqual([
      Fork.osaka,
      Fork.prague,
      Fork.paris,
      Fork.london,
      Fork.spuriousDragon,
      Fork.osaka,
      Fork.amsterdam,
    ]);
    expect(forkNamed('Bogota')).toBeUndefined();
  });

  test('the block of EIP-779 is refused by name, and only that', () => {
    expect(irregularity(1 as NetworkId, 1_920_000)).toMatch(/^Block 1,920,000 .* \(EIP-779\)/);
    expect(irregularity(1 as NetworkId, 1_920_001)).toBeUndefined();
    expect(irregularity(31337 as NetworkId, 1_920_000)).toBeUndefined();
  });

  test('Amsterdam is told by its time, else by the access list in the header', () => {
    expect(rulesOf(1, { number: 30_000_000, timestamp: 1_900_000_000, blockAccessListHash: WORD })).toBe(
      'amsterdam/21',
    );
    expect(rulesOf(1, { number: 30_000_000, timestamp: 1_900_000_000 })).toBe('osaka/21');
    expect(rulesOf(31337, { blockAccessListHash: WORD, requestsHash: WORD })).toBe('amsterdam/21');
    expect(rulesOf(11155111, { number: 20_000_000, timestamp: 1_791_294_815 })).toBe('osaka/21');
    expect(rulesOf(11155111, { number: 20_000_000, timestamp: 1_791_294_816 })).toBe('amsterdam/21');
  });

  test('a chain that nothing is known of gets the rules that its header shows, tried, and a machine of its own is refused', () => {
    const tried = chainRules({ id: 424242 as NetworkId, name: 'Somewhere' }, { timestamp: 0, withdrawals: [] });
    expect(tried).toEqual({ ok: true, value: expect.objectContaining({ fork: Fork.shanghai, basis: 'tried' }) });
    expect(rulesOf(324, {}, 'ZKsync Era')).toMatch(/^ZKsync Era runs a machine of its own/);
  });

  test('a chain of a known family goes by its own schedule', async () => {
    const family = await loadFamily('gnosis');
    const at = (timestamp: number) => rulesOf(100, { timestamp }, 'Gnosis', { isDevelopment: false, family });
    // reth_gnosis, gnosis.json: pragueTime 1746021820, osakaTime 1776168380.
    expect([at(1_746_021_819), at(1_746_021_820), at(1_776_168_380)]).toEqual(['cancun/2', 'prague/2', 'osaka/2']);
  });

  test('transaction types that only other chains have are refused', () => {
    expect([0, 1, 2, 3, 4].map(refusedType)).toEqual(new Array(5).fill(undefined));
    expect(refusedType(0x50)).toBe('Transactions of type 0x50 follow rules that are not known here.');
    expect(refusedType(0x6a)).toBe(
      'Transactions of type 0x6a (made by Arbitrum itself) follow rules that are not known here.',
    );
    expect(refusedType(0x7e)).toMatch(/deposit/);
  });
});
