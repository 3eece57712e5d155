/**
 * Stack traces and console logs of Hardhat's own cases, on our machine: each
 * case with every compiler of its family.
 */
import { stackSuite } from '../solidity/stack-cases';
import { target } from '../solidity/targets';

export const suite = stackSuite('solidity-stack-traces', [
  target('0.5.17'),
  target('0.6.3'),
  target('0.6.12'),
  target('0.7.6'),
  target('0.8.37'),
  target('0.8.37', true),
]);
