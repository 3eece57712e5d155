/** Calls, lines and failures of Vyper code, in every form that its source maps have had. */
import { describe, expect, test } from 'vitest';
import { limitationOf } from '../../../../src/core/source/compiled/compilation';
import { callLedger, type LedgerRun, lineOf, PATH, recordedRun, stackOf, treeOf, VERSIONS } from './ledger';

const WHO = `0x${'11'.repeat(20)}`;

describe.each(VERSIONS)('Vyper %s', (version) => {
  const run = recordedRun(version);
  const line = (text: string) => lineOf(version, text);

  test('has internal calls as rows, with what they did below them', () => {
    expect(treeOf(callLedger(run, [{ name: 'credit', args: [WHO, 5n] }]))).toEqual([
      'call',
      '  credit()!',
      '    _add()',
      '      _doubled()',
      '      storageRead',
      '      storageWrite',
      '      storageRead',
      '      storageWrite',
      '      log',
    ]);
  });

  test('leads from the call to the failing assert through internal calls', () => {
    const failing = (amount: bigint) => stackOf(callLedger(run, [{ name: 'credit', args: [WHO, amount] }]));
    const inside = [`credit:${line('self._add(who, amount)')}`, `_add:${line('self._doubled(amount)')}`];
    expect(failing(500n)).toEqual([...inside, `_doubled:${line('"too much"')} revert too much`]);
    expect(failing(13n)).toEqual([...inside, `_doubled:${line('assert amount != 13')} revert`]);
    expect(failing(7n)).toEqual([`credit:${line('raise "seven"')} revert seven`]);
  });

  test('follows a failure into the contract that was called', () => {
    const [first, ...others] = stackOf(callLedger(run, [{ name: 'forward', args: ['$peer', 13n] }]));
    expect(first).toBe(`forward:${line('Peer(peer).credit')}`);
    expect(others).toEqual(stackOf(callLedger(run, [{ name: 'credit', args: [WHO, 13n] }])));
  });

  test('finds the line of a check that the compiler made, and what it checks where it says so', () => {
    const [only] = stackOf(callLedger(run, [{ name: 'sum', args: [1n] }]));
    const named = version === '0.3.10' || version === '0.4.3';
    expect(only).toBe(`sum:${line('return result - 3')} ${named ? 'failedCheck safesub' : 'revert'}`);
  });

  test('says that a function takes no value', () => {
    expect(stackOf(callLedger(run, [{ name: 'credit', args: [WHO, 5n], value: 3n }]))).toEqual([
      // The interface above declares it too.
      `credit:${line('self._add(who, amount)') - 3} notPayable`,
    ]);
  });

  test('says so where the output has no map, and shows no line', () => {
    const called = callLedger(withMap(run, undefined), [{ name: 'credit', args: [WHO, 13n] }]);
    expect(limitationOf(called.compilation, called.contract.runtime)).toContain('no source map');
    expect(treeOf(called)).toEqual(['call']);
    expect(stackOf(called)).toEqual([':0 revert']);
  });

  test('takes no map of other code', () => {
    const map = run.output.contracts[PATH].Ledger.evm.deployedBytecode.sourceMap;
    const text = typeof map === 'string' ? map : (map as { pc_pos_map_compressed: string }).pc_pos_map_compressed;
    // Without its first jump all that follow stand at the wrong instructions.
    const entries = text.split(';');
    const jump = entries.findIndex((entry, index) => index > 0 && entry.split(':').length > 3);
    const shifted = entries.toSpliced(jump, 1).join(';');
    const given = typeof map === 'string' ? shifted : { pc_pos_map_compressed: shifted };
    const { contract } = callLedger(withMap(run, given), []);
    expect(contract.runtime?.map).toHaveLength(0);
  });
});

function withMap(run: LedgerRun, sourceMap: unknown): LedgerRun {
  const changed = structuredClone(run);
  changed.output.contracts[PATH].Ledger.evm.deployedBytecode = {
    object: run.output.contracts[PATH].Ledger.evm.deployedBytecode.object,
    sourceMap,
  };
  return changed;
}
