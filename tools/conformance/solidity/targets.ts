/** Compilers that suites run with, by version. */
import { createRequire } from 'node:module';
import type { Target } from './solc';

const require = createRequire(import.meta.url);

const SOLJSON = {
  '0.4.26': require.resolve('solc-0.4.26/soljson.js'),
  '0.5.17': require.resolve('solc-0.5.17/soljson.js'),
  '0.6.3': require.resolve('solc-0.6.3/soljson.js'),
  '0.6.12': require.resolve('solc-0.6.12/soljson.js'),
  '0.7.6': require.resolve('solc-0.7.6/soljson.js'),
  '0.8.37': require.resolve('solc/soljson.js'),
};

export function target(version: keyof typeof SOLJSON, optimizer = false, viaIR = false): Target {
  return { version, soljson: SOLJSON[version], optimizer, viaIR };
}
