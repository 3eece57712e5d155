import { expect, test } from 'vitest';
import { settingsOf } from '../../../src/app/views/account/VerificationDetails';

test('settings are told as each compiler has them', () => {
  const of = (language: string, settings: object) => settingsOf(language, JSON.stringify(settings));
  expect(of('Solidity', { optimizer: { enabled: true, runs: 1000 }, viaIR: true })).toEqual({
    optimizations: 'Yes',
    runs: '1000',
    evmVersion: 'default',
    viaIR: true,
  });
  expect(of('Solidity', { optimizer: { enabled: true } }).runs).toBe('200');
  expect(of('Solidity', { evmVersion: 'paris' })).toEqual({ optimizations: 'No', evmVersion: 'paris', viaIR: false });
  const vyper = (optimize?: unknown) => of('Vyper', { optimize }).optimizations;
  expect([vyper(), vyper(true), vyper('gas'), vyper(false), vyper('none')]).toEqual([
    'Yes',
    'Yes',
    'Yes, for gas',
    'No',
    'No',
  ]);
  expect(settingsOf('Solidity', '{')).toEqual({ optimizations: 'No', evmVersion: 'default', viaIR: false });
});
